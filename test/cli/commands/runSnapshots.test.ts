import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq } from '../../support/command.ts';
import { startRecorder } from '../../support/recorder.ts';

/** A server, and a folder to run the command in, outside of CI. */
async function setUp(answer?: Parameters<typeof startRecorder>[0]) {
  const recorder = await startRecorder(answer);
  const folder = makeFolder();
  after(async () => {
    folder.remove();
    await recorder.close();
  });
  const local = { cwd: folder.path };
  const asserts = (name: string): string => `### ${name}\nGET ${recorder.url}/\n\n?? body matchesSnapshot\n\n`;
  return { folder, local, url: recorder.url, asserts };
}

describe('req run with snapshots', () => {
  it('keeps snapshots beside the file, compares them, and keeps new ones when it is asked to', async () => {
    let body = '{"id":7}';
    const { folder, local, url } = await setUp(
      () => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    folder.write('api/a.req', `### a\nGET ${url}/a\n\n?? body matchesSnapshot\n`);
    const missing = await runReq(['run', '.', '--ci'], { cwd: folder.path });
    assert.equal(missing.code, 1);
    assert.match(missing.stdout, /there is no snapshot __snapshots__\/a\.a\.snap/);
    assert.equal((await runReq(['run', '.'], local)).code, 0);
    assert.equal(folder.read('api/__snapshots__/a.a.snap'), '{\n  "id": 7\n}\n');
    body = '{"id":8}';
    const other = await runReq(['run', '.'], local);
    assert.equal(other.code, 1);
    assert.match(other.stdout, /differs from __snapshots__\/a\.a\.snap at line 2[\s\S]*- {3}"id": 7\n\s+\+ {3}"id": 8/);
    assert.equal((await runReq(['run', '.', '--update-snapshots'], local)).code, 0);
    assert.equal((await runReq(['run', '.', '--ci'], { cwd: folder.path })).code, 0);
  });

  for (const operator of ['matchesSnapshot', 'matchesShape'])
    it(`writes no missing snapshot of a response that failed an assertion above, so that --retry can pass: ${operator}`, async () => {
      let sent = 0;
      const { folder, local, url } = await setUp(() => {
        sent++;
        const [status, body] = sent === 1 ? ['500 Broken', '{"error":1}'] : ['200 OK', '{"id":7}'];
        return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      });
      folder.write('a.req', `### a\nGET ${url}/a\n\n?? status == 200\n?? body ${operator}\n`);
      const retried = await runReq(['run', 'a.req', '--retry', '1'], local);
      assert.equal(retried.code, 0, retried.stdout);
      assert.match(folder.read(`__snapshots__/a.a${operator === 'matchesShape' ? '.shape' : ''}.snap`), /"id"/);
      folder.write('b.req', `### b\nGET ${url}/b\n\n?? status == 404\n?? body ${operator}\n`);
      const { code, stdout } = await runReq(['run', 'b.req'], local);
      assert.equal(code, 1);
      assert.match(
        stdout,
        /there is no snapshot __snapshots__\/b\.b\S*\.snap, and none was written, because a check above failed: --update/,
      );
      assert.equal((await runReq(['run', 'b.req', '--update-snapshots'], local)).code, 1);
      assert.match(folder.read(`__snapshots__/b.b${operator === 'matchesShape' ? '.shape' : ''}.snap`), /"id"/);
    });

  for (const script of ['test("ok", () => expect(response.status).to.equal(404));', 'throw new Error("no");'])
    it(`writes no missing snapshot of a response that a script above has refused: ${script}`, async () => {
      const { folder, local, url } = await setUp();
      folder.write('a.req', `### a\nGET ${url}/a\n\n> {% ${script} %}\n?? body matchesSnapshot\n`);
      const { code, stdout } = await runReq(['run', 'a.req'], local);
      assert.notEqual(code, 0);
      assert.match(stdout, /none was written, because a check above failed/);
      assert.ok(!fs.existsSync(path.join(folder.path, '__snapshots__')));
    });

  it('reports unused snapshots, and deletes them when snapshots are updated', async () => {
    const { folder, local, asserts } = await setUp();
    folder.write('api/a.req', asserts('one') + asserts('two'));
    folder.write('api/a.b.req', asserts('one'));
    const kept = ['a.one', 'a.two', 'a.b.one'];
    assert.equal((await runReq(['run', '.'], local)).stderr, '');
    folder.write('api/a.req', asserts('one'));
    // Of a file that is not run, and of a request that only is not chosen, nothing is said.
    const { stderr } = await runReq(['run', 'api/a.req', '-n', 'one'], local);
    assert.equal(
      stderr,
      'warning: No assertion names the snapshot api/__snapshots__/a.two.snap any more: --update-snapshots deletes it.\n',
    );
    assert.ok(kept.every((name) => folder.read(`api/__snapshots__/${name}.snap`) !== ''));
    const updated = await runReq(['run', '.', '--update-snapshots'], local);
    assert.equal(updated.stderr, 'The snapshot api/__snapshots__/a.two.snap, which no assertion names any more, was deleted.\n');
    assert.throws(() => folder.read('api/__snapshots__/a.two.snap'));
    assert.equal((await runReq(['run', '.', '--ci'], local)).stderr, '');
  });

  it('keeps snapshots that a file with a syntax error may use when snapshots are updated, and reports it', async () => {
    const { folder, local, url, asserts } = await setUp();
    folder.write('a.req', asserts('one') + asserts('two'));
    folder.write('b.req', asserts('one') + asserts('two'));
    assert.equal((await runReq(['run', '.'], local)).stderr, '');
    folder.write('a.req', `${asserts('one')}### two\nGET ${url}/\n\n> {%\n?? body matchesSnapshot\n`);
    folder.write('b.req', asserts('one'));
    assert.equal(
      (await runReq(['run', '.', '--ci'], local)).stderr.match(/No assertion names the snapshot \S+/g)?.join(),
      'No assertion names the snapshot __snapshots__/b.two.snap',
    );
    const { stderr } = await runReq(['run', '.', '--update-snapshots'], local);
    assert.match(stderr, /The snapshot __snapshots__\/a\.two\.snap was kept: a\.req:9 cannot be read, and may name it\.\n/);
    assert.match(stderr, /The snapshot __snapshots__\/b\.two\.snap, which no assertion names any more, was deleted\.\n/);
    assert.notEqual(folder.read('__snapshots__/a.two.snap'), '');
  });

  it('keeps a snapshot for each row of data, also of rows on one line', async () => {
    const { folder, local, url } = await setUp((_, target) => `HTTP/1.1 200 OK\r\nContent-Length: ${target.length}\r\n\r\n${target}`);
    folder.write('rows.json', '[{"id":1},{"id":2}]');
    folder.write('a.req', `### a\n# @data rows.json\nGET ${url}/{{id}}\n\n?? body matchesSnapshot\n`);
    const first = await runReq(['run', 'a.req'], local);
    assert.equal(first.code, 0, first.stdout);
    assert.deepEqual(
      [1, 2].map((row) => folder.read(`__snapshots__/a.a.row${row}.snap`)),
      ['/1\n', '/2\n'],
    );
    assert.equal((await runReq(['run', 'a.req', '--ci'], local)).code, 0);
    assert.equal((await runReq(['run', 'a.req', '--update-snapshots'], local)).stderr, '');
    folder.write('rows.json', '[{"id":1},{"id":3}]');
    const { code, stdout } = await runReq(['run', 'a.req'], local);
    assert.equal(code, 1);
    assert.match(stdout, /differs from __snapshots__\/a\.a\.row2\.snap at line 1/);
    folder.write('a.req', `### b\nGET ${url}/b\n`);
    const { stderr } = await runReq(['run', 'a.req', '--update-snapshots'], local);
    assert.match(stderr, /a\.a\.row1\.snap, which no assertion names any more, was deleted/);
  });

  it('compares a row without a snapshot of its own with that of the request', async () => {
    const { folder, local, url } = await setUp((_, target) => `HTTP/1.1 200 OK\r\nContent-Length: ${target.length}\r\n\r\n${target}`);
    folder.write('rows.csv', 'id\n1\n2\n');
    folder.write('a.req', `### a\nGET ${url}/{{id}}\n\n?? body matchesSnapshot\n`);
    folder.write('__snapshots__/a.a.snap', '/1\n');
    const { code, stdout } = await runReq(['run', 'a.req', '--data', 'rows.csv'], local);
    assert.equal(code, 1);
    assert.match(stdout, /differs from __snapshots__\/a\.a\.snap at line 1; --update-snapshots writes __snapshots__\/a\.a\.row2\.snap/);
    assert.equal((await runReq(['run', 'a.req', '--data', 'rows.csv', '--update-snapshots'], local)).code, 0);
    assert.equal(folder.read('__snapshots__/a.a.snap'), '/1\n');
    assert.throws(() => folder.read('__snapshots__/a.a.row1.snap'));
    assert.equal((await runReq(['run', 'a.req', '--data', 'rows.csv', '--ci'], local)).code, 0);
  });
});
