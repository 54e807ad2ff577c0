import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { builtinsWhenUsed } from '../scripts/builtins.mjs';
import { makeFolder } from './support/command.ts';

/** What a bundle writes. */
async function outputOf(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    plugins: [builtinsWhenUsed],
  });
  const folder = makeFolder({ 'bundle.cjs': outputFiles[0]?.text ?? '' });
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder.path, 'bundle.cjs')], { encoding: 'utf8' });
  folder.remove();
  assert.equal(stderr, '');
  return stdout.trim();
}

describe("what a bundle has of Node's own modules", () => {
  it('is read when something of it is used', async () => {
    const written = await outputOf(`
      import http2, { connect } from 'node:http2';
      const isRead = () => process.moduleLoadList.includes('NativeModule http2');
      const before = isRead();
      console.log(before, typeof connect, typeof http2.connect, isRead());`);
    assert.equal(written, 'false function function true');
  });

  it('is there by a name, too, that Node did not have where it was built', async () => {
    const written = await outputOf(`
      import tls from 'node:tls';
      process.getBuiltinModule('node:tls').newlyMade = () => 'here';
      console.log(tls.newlyMade(), tls.notMade);`);
    assert.equal(written, 'here undefined');
  });

  it('says what is wrong where an assertion fails', async () => {
    const written = await outputOf(`
      import assert from 'node:assert';
      assert(true);
      try { assert(false, 'not so'); } catch (e) { console.log(e.name, e.message); }`);
    assert.equal(written, 'AssertionError not so');
  });
});
