import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { HistoryStore } from '../../src/response/history/historyStore.ts';
import type { StoredFacts, StoredRun } from '../../src/response/record/storedRun.ts';
import { makeTemporaryFolder } from '../vscode/temporaryFolder.ts';
import { factsOf } from './facts.ts';

const day = 24 * 60 * 60 * 1000;
const generous = { size: 1e9, age: 1e12, entries: 1000 };

const runOf = (facts: Partial<StoredFacts>, body = 'a body\nof two lines'): StoredRun => ({
  facts: factsOf(facts),
  notes: [{ after: 0, event: { kind: 'console', at: 1, level: 'log', text: 'one\ntwo' } }],
  events: [{ index: 0, at: 1, event: 'message', data: 'x', id: '', retry: null, complete: true }],
  body: Buffer.from(body),
});

describe('the history on disk', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  let now = 100 * day;
  let store: HistoryStore;

  beforeEach(() => {
    folder = makeTemporaryFolder('req-history-');
    store = new HistoryStore(path.join(folder.path, 'history'), () => now);
  });

  afterEach(() => folder.remove());

  const files = (): readonly string[] =>
    fs
      .readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e) => path.join(e.parentPath, e.name));
  const ids = async (of = store): Promise<readonly string[]> => (await of.list()).entries.map(({ id }) => id);

  it('is empty before anything was kept', async () => {
    assert.deepEqual(await store.list(), { entries: [], unreadable: 0 });
    assert.equal(await store.read('a'), undefined);
    assert.equal(await store.sweep(generous), 0);
  });

  it('returns the kept exchanges byte for byte, the newest first', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 256);
    await store.write({ ...runOf({ id: 'a-1', time: 5 }), body: bytes });
    await store.write(runOf({ id: 'b', time: 7, root: '/other' }));
    assert.deepEqual(await ids(), ['b', 'a-1']);
    const run = await store.read('a-1');
    assert.deepEqual(Buffer.from(run?.body ?? []), Buffer.from(bytes));
    assert.deepEqual({ ...run, body: [] }, { ...runOf({ id: 'a-1', time: 5 }), body: [] });
  });

  it('shows an entry at the new place of its file, without writing it again', async () => {
    const uriNow = (uri: string, since: number): string => (since < 6 ? uri.replace('users', 'people') : uri);
    store = new HistoryStore(path.join(folder.path, 'history'), () => now, uriNow);
    await store.write(runOf({ id: 'a', time: 5 }));
    await store.write(runOf({ id: 'b', time: 7 }));
    const uris = (await store.list()).entries.map(({ uri }) => uri);
    assert.deepEqual(uris, ['file:///shop/users.req', 'file:///shop/people.req']);
    assert.equal((await store.read('a'))?.facts.uri, 'file:///shop/people.req');
  });

  it('is of one file for each entry, which only its owner can read', async () => {
    await store.write(runOf({ id: 'a' }));
    assert.equal(files().length, 1);
    if (process.platform !== 'win32') assert.equal(fs.statSync(files()[0] ?? '').mode & 0o077, 0);
  });

  it('shows in each of two windows what the other keeps and deletes', async () => {
    const other = new HistoryStore(path.join(folder.path, 'history'), () => now);
    await Promise.all([...Array(20).keys()].map((i) => (i % 2 === 0 ? store : other).write(runOf({ id: `r${i}`, time: i }))));
    assert.equal((await ids(store)).length, 20);
    assert.deepEqual(await ids(other), await ids(store));
    await other.remove(new Set(['r3', 'r4']));
    assert.equal((await ids(store)).length, 18);
    assert.equal(await store.read('r3'), undefined);
    await store.remove(new Set(['r3']));
  });

  it('leaves damaged files out, counts them, and deletes them when they are old', async () => {
    for (const id of ['a', 'b', 'c']) await store.write(runOf({ id, time: now }));
    const [whole, cut, other] = files();
    assert.ok(whole !== undefined && cut !== undefined && other !== undefined);
    fs.truncateSync(cut, 40);
    fs.writeFileSync(other, '\0\0\n{}\n[]\n[]\n');
    const { entries, unreadable } = await new HistoryStore(path.join(folder.path, 'history')).list();
    assert.deepEqual([entries.length, unreadable], [1, 2]);
    now = Date.now() + 2 * day;
    assert.equal(await new HistoryStore(path.join(folder.path, 'history'), () => now).sweep({ ...generous, age: day }), 3);
    now = 100 * day;
  });

  describe('beside something that is no file of its own', () => {
    beforeEach(async () => {
      await store.write(runOf({ id: 'a', time: 1 }));
      await store.write(runOf({ id: 'b', time: now }));
    });
    const beside = (): string => path.join(path.dirname(files()[0] ?? ''), '000000001-x.run');
    const others: readonly (readonly [string, (file: string) => void])[] = [
      ['a folder', (file) => fs.mkdirSync(file)],
      ['a link to itself', (file) => fs.symlinkSync(file, file)],
      ['a link to an entry', (file) => fs.symlinkSync(files()[0] ?? '', file)],
      ['a named pipe', (file) => execFileSync('mkfifo', [file])],
    ];
    for (const [what, make] of others)
      it(`lists, opens and deletes entries: ${what}`, async function () {
        if (process.platform === 'win32') return this.skip();
        make(beside());
        assert.deepEqual(await ids(), ['b', 'a']);
        assert.equal((await store.list()).unreadable, 0);
        assert.equal((await store.read('b'))?.facts.id, 'b');
        assert.equal(await store.read('x'), undefined);
        assert.equal(await store.sweep({ ...generous, age: day }), 1);
        assert.deepEqual(await ids(), ['b']);
        assert.ok(fs.lstatSync(beside()));
      });

    it('counts an entry that this user may not read, and lists the others', async function () {
      // Root may read everything.
      if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip();
      fs.writeFileSync(beside(), '');
      fs.chmodSync(beside(), 0);
      assert.deepEqual(await ids(), ['b', 'a']);
      assert.equal((await store.list()).unreadable, 1);
    });
  });

  it('returns nothing of an entry with damaged notes', async () => {
    await store.write(runOf({ id: 'a' }));
    const [file = ''] = files();
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace('[{"after"', '[{"after'));
    assert.equal(await store.read('a'), undefined);
  });

  it('deletes entries over the maximum age', async () => {
    for (const [id, days] of [
      ['new', 99],
      ['old', 60],
      ['older', 1],
    ] as const)
      await store.write(runOf({ id, time: days * day }));
    assert.equal(await store.sweep({ ...generous, age: 30 * day }), 2);
    assert.deepEqual(await ids(), ['new']);
  });

  it('deletes the oldest entries over the limits of number and size', async () => {
    for (let i = 0; i < 10; i++) await store.write(runOf({ id: `r${i}`, time: i }, 'x'.repeat(10_000)));
    await store.sweep({ ...generous, entries: 8 });
    assert.equal((await ids()).length, 8);
    await store.sweep({ ...generous, size: 35_000 });
    assert.deepEqual(await ids(), ['r9', 'r8', 'r7']);
    await store.sweep({ size: -1, age: -1, entries: 0 });
    assert.deepEqual(files(), []);
  });

  it('removes a half-written entry of another window after a day', async () => {
    await store.write(runOf({ id: 'a' }));
    const half = path.join(path.dirname(files()[0] ?? ''), 'x.tmp');
    fs.writeFileSync(half, 'half');
    now = Date.now();
    await store.sweep(generous);
    assert.ok(fs.existsSync(half));
    now = Date.now() + 2 * day;
    await store.sweep(generous);
    assert.ok(!fs.existsSync(half));
    now = 100 * day;
  });

  it('does not use the name of an entry as a path', async () => {
    await store.write(runOf({ id: 'a' }));
    for (const id of ['../a', '', '.', 'a/../a']) assert.equal(await store.read(id), undefined);
  });

  it('finds the facts of an entry whose first line is long', async () => {
    await store.write(runOf({ id: 'a', url: 'x'.repeat(100_000) }));
    assert.equal((await store.list()).entries[0]?.url.length, 100_000);
  });
});
