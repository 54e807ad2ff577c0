import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { FileView } from '../../../src/language/index.ts';
import { documentLinks, documentSymbols, foldingRanges, references } from '../../../src/language/onDemand.ts';
import { memoryWorkspace, root } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

const pieces = [
  '###\n',
  '### login\n',
  '# @name x\n',
  '# @secret a\n',
  '# see http://e.com/a\n# more\n',
  '# region\n',
  '# endregion\n',
  '@a = {{b}}\n',
  '@b = 1\n',
  'GET {{a}}/{{login.response.body}}\n',
  'POST http://h\n\n{\n  "x": [\n    {{b}}\n  ]\n}\n',
  '< ./b.json\n',
  '> {%\n  tool.setVar("a", 1);\n%}\n',
  '\n',
];

/** All results that are computed again only for changed blocks. */
function found(view: FileView): unknown {
  const places = [...view.tree.text.matchAll(/a|login|b/g)].map((m) => references(view, m.index, { includeDeclaration: true }));
  return { symbols: documentSymbols(view.tree), folds: foldingRanges(view.tree), links: documentLinks(view), places };
}

describe('the cached results of a file from keystroke to keystroke', () => {
  it('equal a fresh analysis', async () => {
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''));
    const edit = fc.record({ at: fc.nat(), remove: fc.nat(6), insert: fc.constantFrom('', 'x', ...pieces) });
    await fc.assert(
      fc.asyncProperty(text, fc.array(edit, { minLength: 1, maxLength: 4 }), async (first, edits) => {
        const file = `${root}/a.req`;
        const files = new Map([
          [file, first],
          [`${root}/b.json`, '{}'],
        ]);
        const memory = memoryWorkspace(files);
        let now = first;
        for (const { at, remove, insert } of [{ at: 0, remove: 0, insert: '' }, ...edits]) {
          const start = at % (now.length + 1);
          now = now.slice(0, start) + insert + now.slice(start + remove);
          const view = await memory.workspace.know(memory.edit(file, now), { whole: true });
          const fresh = memoryWorkspace(new Map([...files, [file, now]])).workspace;
          const anew = await fresh.know({ file, version: 1, getText: () => now }, { whole: true });
          assert.deepEqual(found(view), found(anew));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
