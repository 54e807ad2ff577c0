import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  diagnostics,
  isRequest,
  loadCollection,
  lookAround,
  namesSetByScripts,
  noVariables,
  parse,
  sharedKind,
  type Block,
  type DataVariables,
  type DocumentTree,
} from '../../src/language/index.ts';

const folder = fileURLToPath(new URL('../../sample/collection/', import.meta.url));
const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.req'));
const source = { readText: async (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined) };

const treeOf = (file: string): DocumentTree =>
  parse(fs.readFileSync(path.join(folder, file), 'utf8'), { shared: sharedKind(file) !== undefined });

/** What a send would have asked for before: `@prompt NAME`. */
function answersTo(block: Block): DataVariables {
  const names = block.directives.flatMap((d) => (d.name.text === 'prompt' ? (d.argument?.text.split(/\s/)[0] ?? []) : []));
  return {
    ...noVariables,
    find: (name) => (names.includes(name) ? { value: 'an answer', origin: { layer: 'prompt' } } : undefined),
    names: () => names,
  };
}

/** What the editor would underline, each with its line. */
async function complaints(file: string): Promise<readonly string[]> {
  const tree = treeOf(file);
  const collection = await loadCollection(source, path.join(folder, file), folder);
  const looking = (block: Block) =>
    lookAround(
      { tree, file: path.join(folder, file), block, collection, environment: undefined, variables: noVariables, answers: answersTo(block) },
      () => true,
      { find: () => undefined },
    );
  return diagnostics(tree, looking, namesSetByScripts(tree))
    .filter((d) => d.severity === 'error' || d.severity === 'warning')
    .map((d) => `${tree.lines.positionAt(d.range.start).line + 1} ${d.id}: ${d.message}`);
}

describe('the sample collection', () => {
  for (const file of files) {
    it(`has requests, and nothing to complain about but what fails on purpose, in ${file}`, async () => {
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
