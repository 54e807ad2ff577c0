import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRequest, parse, sharedKind, type DocumentTree } from '../../src/language/index.ts';
import { diagnostics } from '../../src/language/onDemand.ts';
import { memoryWorkspace, root } from '../support/memoryWorkspace.ts';

const folder = fileURLToPath(new URL('../../sample/collection/', import.meta.url));
const everything = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const files = everything
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  .filter((file) => file.endsWith('.req'));

const treeOf = (file: string): DocumentTree =>
  parse(fs.readFileSync(path.join(folder, file), 'utf8'), { shared: sharedKind(file) !== undefined });

/** The editor's diagnostics, each with its line. */
async function complaints(file: string): Promise<readonly string[]> {
  const paths = everything.map((entry) => path.join(entry.parentPath, entry.name));
  const { workspace } = memoryWorkspace(new Map(paths.map((f) => [f.replace(folder, `${root}/`), fs.readFileSync(f, 'utf8')])), {
    env: new Proxy({}, { get: () => 'set' }),
  });
  const text = fs.readFileSync(path.join(folder, file), 'utf8');
  const view = await workspace.know({ file: `${root}/${file}`, version: 1, getText: () => text }, { whole: true });
  return diagnostics(view)
    .filter((d) => d.severity === 'error' || d.severity === 'warning')
    .map((d) => `${view.tree.lines.positionAt(d.range.start).line + 1} ${d.id}: ${d.message}`);
}

describe('the sample collection', () => {
  for (const file of files) {
    it(`has requests, and only intended problems, in ${file}`, async () => {
      assert.equal(treeOf(file).blocks.some(isRequest), sharedKind(file) === undefined);
      const found = await complaints(file);
      if (file !== '8-errors.req') assert.deepEqual(found, []);
      else {
        assert.equal(found.length, 2);
        assert.match(found[0] ?? '', /usreId/);
        assert.match(found[1] ?? '', /nmae/);
      }
    });

    // A remark below the empty line after the headers would be sent.
    it(`keeps its remarks out of the bodies of ${file}`, () => {
      for (const block of treeOf(file).blocks) {
        if (['GET', 'HEAD', 'DELETE', undefined].includes(block.requestLine?.method?.text)) assert.equal(block.body, undefined);
      }
    });
  }
});
