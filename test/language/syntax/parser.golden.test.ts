import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from '../../../src/language/index.ts';
import { treeText } from '../../support/treeText.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/syntax');

// `UPDATE_GOLDEN=1 npx mocha` writes the trees anew: read the difference before you commit it.
describe('the tree of', () => {
  for (const name of fs.readdirSync(folder).filter((n) => n.endsWith('.req'))) {
    it(name, () => {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      const golden = path.join(folder, name.replace(/\.req$/, '.tree.txt'));
      const actual = treeText(parse(text, { shared: name.endsWith('.collection.req') }));
      if (process.env['UPDATE_GOLDEN'] === '1') fs.writeFileSync(golden, actual);
      assert.equal(actual, fs.readFileSync(golden, 'utf8'));
    });
  }
});
