import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { startGroup } from '../vscode/processGroup.ts';

const repository = path.resolve(import.meta.dirname, '../..');

describe('the demo', () => {
  it('starts with the sample server and the sample collection', async () => {
    const demo = startGroup(process.execPath, ['scripts/demo.mjs', '--check'], { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(demo.child, 'close');
    let output = '';
    demo.child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    try {
      const [code] = (await closed) as [number | null];
      assert.equal(code, 0, output);
      assert.match(output, /^Sample server: http:\/\/127\.0\.0\.1:4010/m);
      assert.match(output, /^The workbench shows 1-hello\.req\.$/m);
    } finally {
      await demo.stop();
    }
  });
});
