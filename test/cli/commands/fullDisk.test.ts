import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { text } from 'node:stream/consumers';
import { commandBundle, makeFolder, runReq, type Folder } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

/** A device to which each write fails with ENOSPC. */
const fullDisk = '/dev/full';
const unwritable = (what: string): string => `error: ${what} cannot be written: ENOSPC: no space left on device, write.\n`;

describe('A full disk', () => {
  let recorder: Recorder;
  let folder: Folder;

  before(async function () {
    if (process.platform !== 'linux') this.skip();
    recorder = await startRecorder();
    folder = makeFolder({ 'a.req': `GET ${recorder.url}/\n` });
  });

  after(async () => {
    folder?.remove();
    await recorder?.close();
  });

  it('leaves out a report of req run: the requests are sent, the other reports are complete, and the command exits with 2', async () => {
    // The script takes longer than reports are held back, so a timer writes the first lines.
    folder.write('slow.req', `< {% await tool.sleep(200) %}\nGET ${recorder.url}/slow\n`);
    const reports = [`tap=${fullDisk}`, 'junit=junit.xml', 'pretty'].flatMap((name) => ['--reporter', name]);
    const { code, stdout, stderr } = await runReq(['run', 'slow.req', ...reports], { cwd: folder.path });
    assert.equal(stderr, unwritable(fullDisk));
    assert.equal(code, 2);
    assert.match(stdout, /1 request: 1 passed, 0 failed/);
    assert.match(folder.read('junit.xml'), /<testcase[^]*<\/testsuites>\n$/);
  });

  it('leaves out a report of req check, with an error', async () => {
    const { code, stderr } = await runReq(['check', 'a.req', '--reporter', `sarif=${fullDisk}`], { cwd: folder.path });
    assert.equal(stderr, unwritable(fullDisk));
    assert.equal(code, 2);
  });

  it('does not report a body of req send as saved', async () => {
    const { code, stderr } = await runReq(['send', 'a.req', '-o', fullDisk], { cwd: folder.path });
    assert.doesNotMatch(stderr, /saved/);
    assert.ok(stderr.endsWith(unwritable(fullDisk)), stderr);
    assert.equal(code, 2);
  });

  for (const args of [
    ['send', 'a.req'],
    ['run', 'a.req'],
    ['list', 'a.req'],
    ['check', 'a.req', '--json'],
    ['help', 'send'],
  ])
    it(`is an error of req ${args.join(' ')} whose standard output is written to it`, async () => {
      const command = await commandBundle();
      const out = fs.openSync(fullDisk, 'w');
      const child = spawn(process.execPath, [command, ...args], { cwd: folder.path, stdio: ['ignore', out, 'pipe'] });
      fs.closeSync(out);
      assert.ok(child.stderr);
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      assert.ok(stderr.endsWith(unwritable('Standard output')), stderr);
      assert.equal(code, 2);
    });
});
