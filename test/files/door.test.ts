import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { readAround } from '../../src/files/around.ts';
import { givenPlace, openDraft, writeGiven } from '../../src/files/given.ts';
import { beginningOfRegular, readGiven, readRegular } from '../../src/files/read.ts';
import { boundaryOf, isWithin, linkOutOf, realPath } from '../../src/files/real.ts';
import { removeWithin, replaceFile, writeWithin } from '../../src/files/replace.ts';
import { makeFolder, type Folder } from '../support/command.ts';

describe('the door to files', function () {
  let folder: Folder;
  const at = (...names: readonly string[]): string => path.join(folder.path, ...names);
  const names = (inside = 'ws'): readonly string[] => fs.readdirSync(at(inside)).toSorted();

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    folder = makeFolder({ 'ws/kept': 'old', 'outside/kept': 'theirs' });
  });
  afterEach(() => folder.remove());

  it('replaces a file in one step: its mode stays, hard links keep the old text, and nothing is left beside it', async () => {
    fs.chmodSync(at('ws/kept'), 0o604);
    fs.linkSync(at('ws/kept'), at('outside/hard'));
    await writeWithin(at('ws/kept'), at('ws'), 'new');
    assert.deepEqual([folder.read('ws/kept'), folder.read('outside/hard')], ['new', 'old']);
    assert.equal(fs.statSync(at('ws/kept')).mode & 0o777, 0o604);
    assert.deepEqual(names(), ['kept']);
  });

  it('takes permissions from a file of secrets that has more, and keeps fewer', async () => {
    for (const [had, has] of [
      [0o644, 0o600],
      [0o400, 0o400],
    ] as const) {
      fs.writeFileSync(at('ws/jar'), '');
      fs.chmodSync(at('ws/jar'), had);
      await writeGiven(at('ws/jar'), 'new', { mode: 0o600, narrows: true }).catch(() => undefined);
      assert.equal(fs.statSync(at('ws/jar')).mode & 0o777, has);
      fs.rmSync(at('ws/jar'));
    }
    await writeGiven(at('ws/jar'), 'new', { mode: 0o600, narrows: true });
    assert.equal(fs.statSync(at('ws/jar')).mode & 0o777, 0o600);
  });

  it('lets nobody read what grows beside a file that is private', async () => {
    fs.chmodSync(at('ws/kept'), 0o600);
    const draft = await openDraft(at('ws/kept'), 'discard');
    const beside = names().find((name) => name !== 'kept') ?? '';
    assert.equal(fs.statSync(at('ws', beside)).mode & 0o777, 0o600);
    draft.discard();
    assert.deepEqual(names(), ['kept']);
  });

  it('keeps a file the property of its owner where the superuser writes it', async function () {
    if (process.getuid?.() !== 0) this.skip();
    fs.chownSync(at('ws/kept'), 54_321, 54_321);
    await writeGiven(at('ws/kept'), 'new');
    assert.equal(fs.statSync(at('ws/kept')).uid, 54_321);
  });

  it('leaves a file as it was where writing fails on the way, and nothing beside it', async () => {
    const fails = replaceFile(at('ws/kept'), async (handle) => {
      await handle.writeFile('half');
      throw new Error('full');
    });
    await assert.rejects(fails, /full/);
    const draft = await openDraft(at('ws/kept'), 'keep');
    draft.write(Buffer.from('half'));
    assert.equal(folder.read('ws/kept'), 'old');
    draft.discard();
    assert.equal(folder.read('ws/kept'), 'old');
    assert.deepEqual(names(), ['kept']);
  });

  it('writes to unpredictable names, and follows none that is there already', async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 20; i++) {
      await replaceFile(at('ws/kept'), async (handle) => {
        for (const name of names()) seen.add(name);
        await handle.writeFile('new');
      });
    }
    assert.equal(seen.size, 21);
  });

  it('does not write where a folder becomes a link while it is written', async () => {
    fs.mkdirSync(at('ws/sub'));
    let swapped = false;
    const write = replaceFile(
      await realPath(at('ws/sub/x')),
      async (handle) => {
        await handle.writeFile('new');
        fs.renameSync(at('ws/sub'), at('ws/other'));
        fs.symlinkSync(at('outside'), at('ws/sub'));
        swapped = true;
      },
      {
        check: async () => {
          if ((await linkOutOf(at('ws/sub/x'), at('ws'))) !== undefined) throw new Error('a link');
        },
      },
    );
    await assert.rejects(write, /a link/);
    assert.ok(swapped);
    assert.deepEqual(names('outside'), ['kept']);
  });

  it('never writes outside while another process swaps a folder and a link to and fro', async () => {
    const swap = { on: true };
    const swapping = (async () => {
      while (swap.on) {
        await fs.promises.rm(at('ws/sub'), { recursive: true, force: true }).catch(() => undefined);
        await fs.promises.symlink(at('outside'), at('ws/sub')).catch(() => undefined);
        await fs.promises.unlink(at('ws/sub')).catch(() => undefined);
        await fs.promises.mkdir(at('ws/sub')).catch(() => undefined);
      }
    })();
    let refused = 0;
    for (let i = 0; i < 500; i++) await writeWithin(at('ws/sub/x.snap'), at('ws'), 'new').catch(() => refused++);
    swap.on = false;
    await swapping;
    assert.ok(refused > 0);
    if (process.platform === 'linux') assert.deepEqual(names('outside'), ['kept']);
    assert.ok(!names('outside').includes('x.snap'));
  });

  it('writes and deletes by no path that leaves the root, by .. or by a link in the middle', async () => {
    fs.mkdirSync(at('ws/sub'));
    fs.symlinkSync('../../outside', at('ws/sub/away'));
    for (const file of ['ws/../outside/kept', 'ws/sub/away/kept', 'ws/sub/away/new/x']) {
      const target = `${folder.path}/${file}`;
      await assert.rejects(writeWithin(target, at('ws'), 'new'), /outside|leads out/);
      await assert.rejects(removeWithin(target, at('ws')), /outside|leads out/);
    }
    assert.equal(folder.read('outside/kept'), 'theirs');
    assert.deepEqual(names('outside'), ['kept']);
  });

  it('follows links to missing files, and stops at circles', async () => {
    fs.symlinkSync('../outside/none', at('ws/dangling'));
    fs.symlinkSync('circle', at('ws/circle'));
    assert.equal(await realPath(at('ws/dangling')), at('outside/none'));
    assert.equal(await realPath(at('ws/none/x')), at('ws/none/x'));
    assert.equal(typeof (await realPath(at('ws/circle'))), 'string');
    await assert.rejects(writeWithin(at('ws/circle'), at('ws'), 'new'), /link/);
    assert.deepEqual(
      [isWithin('/a/bc', '/a/b'), isWithin('/a/..b', '/a'), isWithin('/a', '/a'), isWithin('/', '/a'), isWithin('/a/b', '/')],
      [false, true, true, false, true],
    );
  });

  it('reads no more of a file than is allowed, in /proc too, where files have no size', async () => {
    await assert.rejects(readRegular(at('ws/kept'), 2), /is larger than .* MB/);
    assert.equal((await readRegular(at('ws/kept'), 3))?.toString(), 'old');
    if (process.platform === 'linux') {
      assert.ok(((await readRegular('/proc/self/status'))?.length ?? 0) > 100);
      await assert.rejects(readRegular('/proc/self/status', 10), /is larger than .* MB/);
    }
    assert.equal(await readRegular(at('ws/none')), undefined);
  });

  it('reads no more of a pipe and of its first bytes than is allowed', async () => {
    spawnSync('mkfifo', [at('ws/pipe')]);
    const reading = readGiven(at('ws/pipe'), 5);
    const writer = fs.promises.open(at('ws/pipe'), 'w').then(async (handle) => {
      await handle.write('more than five');
      await handle.close();
    });
    await assert.rejects(reading, /is larger than .* MB/);
    await writer;
    assert.equal(Buffer.from(await beginningOfRegular(at('ws/kept'), 2)).toString(), 'ol');
    assert.equal(Buffer.from(await beginningOfRegular(at('ws/kept'), 9)).toString(), 'old');
  });

  it('reads the surroundings from the file that was checked, even if the link was changed since', async () => {
    const place = { root: at('ws'), folder: at('ws') };
    const swap = { on: true };
    fs.symlinkSync('kept', at('ws/.env'));
    const swapping = (async () => {
      for (let to = '../outside/kept'; swap.on; to = to === 'kept' ? '../outside/kept' : 'kept') {
        await fs.promises.symlink(to, at('ws/next'));
        await fs.promises.rename(at('ws/next'), at('ws/.env'));
      }
    })();
    for (let i = 0; i < 300; i++) {
      const read = await readAround(at('ws/.env'), place);
      if (read instanceof Uint8Array) assert.equal(Buffer.from(read).toString(), 'old');
    }
    swap.on = false;
    await swapping;
  });

  it('accepts a link that a user names with any target in its repository, and elsewhere in its folder', async () => {
    folder.write('ws/.git/HEAD', '');
    fs.mkdirSync(at('ws/deep'));
    fs.symlinkSync('../kept', at('ws/deep/inside'));
    fs.symlinkSync(at('outside/kept'), at('ws/deep/away'));
    fs.symlinkSync(at('outside'), at('ws/folder'));
    assert.equal((await givenPlace(at('ws/deep/inside'))).file, at('ws/kept'));
    for (const name of ['deep/away', 'folder/kept', 'folder/new'])
      await assert.rejects(givenPlace(at('ws', name)), /a symbolic link leads out of the folder .*\/ws: /);
    // A folder of a machine that is a link is the user's own.
    fs.rmSync(at('ws/.git'), { recursive: true });
    assert.equal((await givenPlace(at('ws/folder/new'))).file, at('outside/new'));
    assert.equal(await boundaryOf(at('ws')), undefined);
  });

  it('writes a file in a folder that accepts no new ones', async function () {
    if (process.getuid?.() === 0) this.skip();
    fs.chmodSync(at('ws'), 0o555);
    await writeGiven(at('ws/kept'), 'new');
    fs.chmodSync(at('ws'), 0o755);
    assert.equal(folder.read('ws/kept'), 'new');
  });

  it('writes a file that is mounted by itself, by both kinds of paths', function () {
    const door = path.join(import.meta.dirname, '../../src/files/given.ts');
    fs.writeFileSync(at('ws/real'), 'old');
    const program = `import { openDraft, writeGiven } from ${JSON.stringify(door)};
      await writeGiven('mounted', 'new');
      const draft = await openDraft('mounted', 'keep');
      draft.write(Buffer.from('newer'));
      draft.keep();`;
    fs.writeFileSync(at('ws/write.mts'), program);
    fs.writeFileSync(at('ws/mounted'), '');
    const inMount = (command: string): number | null =>
      spawnSync('unshare', ['-rm', 'sh', '-c', `mount --bind real mounted && ${command}`], { cwd: at('ws') }).status;
    if (process.platform !== 'linux' || inMount('true') !== 0) this.skip();
    const before = fs.readdirSync(at('ws'));
    assert.equal(
      inMount(`"${process.execPath}" --import "${path.join(import.meta.dirname, '../../node_modules/tsx/dist/esm/index.mjs')}" write.mts`),
      0,
    );
    assert.equal(fs.readFileSync(at('ws/real'), 'utf8'), 'newer');
    assert.deepEqual(fs.readdirSync(at('ws')), before);
  });
});
