import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBytes } from '../../src/cli/world/cliFiles.ts';
import type { Host } from '../../src/runner/index.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { sendRun, type SendRun } from '../support/sendRun.ts';

describe('a file that is replaced after its path was checked', () => {
  let server: Recorder;
  let folder: string;

  beforeEach(async () => {
    server = await startRecorder();
    folder = await mkdtemp(path.join(tmpdir(), 'req-'));
    for (const name of ['inside', 'outside']) {
      await mkdir(path.join(folder, name));
      await writeFile(path.join(folder, name, 'file.js'), `console.log("${name}")`);
    }
    await lead('inside');
  });
  afterEach(async () => {
    await last;
    await server.close();
    await rm(folder, { recursive: true });
  });

  /** Redirects the symbolic link `link` to another folder, which changes no file. */
  async function lead(name: string): Promise<void> {
    await symlink(path.join(folder, name), path.join(folder, 'next'));
    await rename(path.join(folder, 'next'), path.join(folder, 'link'));
  }

  /** Reads run one after another. */
  let last: Promise<unknown> = Promise.resolve();
  const host: Partial<Host> = {
    mayRead: (asked) => Promise.resolve(asked.includes(`${path.sep}inside${path.sep}`)),
    readFile(file, checks) {
      const read = last.then(async () => {
        await lead('outside');
        try {
          return await readBytes(file, checks);
        } finally {
          await lead('inside');
        }
      });
      last = read.catch(() => undefined);
      return read;
    },
  };
  const send = (text: string, given: Partial<Host> = host): Promise<SendRun> =>
    sendRun({ 'a.req': text.replaceAll('FILE', path.join(folder, 'link', 'file.js')).replaceAll('URL', server.url) }, { host: given });

  for (const [what, text, message] of [
    ['script', '< FILE\nGET URL/\n', /The script .*file\.js was changed or replaced while it was checked, and is not used/],
    ['script after the response', 'GET URL/\n\n> FILE\n', /The script .*file\.js was changed or replaced/],
    ['body with placeholders', 'POST URL/\n\n<@ FILE\n', /The body's file .*file\.js was changed or replaced/],
    ['certificate', '# @cacert FILE\nGET https://127.0.0.1:9/\n', /The certificate file .*file\.js was changed or replaced/],
    ['client certificate', '# @cert FILE\nGET https://127.0.0.1:9/\n', /The certificate file .*file\.js was changed or replaced/],
    ['key', '# @cert FILE\n# @key FILE\nGET https://127.0.0.1:9/\n', /The certificate file .*file\.js was changed or replaced/],
  ] as const)
    it(`is not used as a ${what}`, async () => {
      const { result, console } = await send(text);
      assert.match(result.failure?.message ?? '', message);
      assert.notEqual(result.failure?.hint, undefined);
      assert.deepEqual(console, []);
      assert.ok(server.requests.every((r) => !r.body.includes('outside')));
    });

  it('is used if it was not replaced', async () => {
    const unchanged = { ...host, readFile: readBytes };
    const { result, console } = await send('POST URL/\n\n< FILE\n', unchanged);
    assert.equal(result.failure, undefined);
    assert.deepEqual([console, server.requests.map((r) => r.body)], [[], ['console.log("inside")']]);
    const script = await send('GET URL/\n\n> FILE\n', unchanged);
    assert.deepEqual(script.console, ['inside']);
  });

  it('is asked for under its own path', async () => {
    const asked: string[] = [];
    const counting: Partial<Host> = { readFile: readBytes, mayRead: (file) => Promise.resolve(asked.push(file) > 0) };
    await send('GET URL/\n\n> FILE\n', counting);
    await send('# @cacert FILE\nGET https://127.0.0.1:9/\n', counting);
    assert.deepEqual(new Set(asked.map((file) => path.basename(path.dirname(file)))), new Set(['inside']));
  });
});
