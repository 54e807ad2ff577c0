import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRequest, parse } from '../../src/language/index.ts';

const folder = fileURLToPath(new URL('../../sample/collection/', import.meta.url));
const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.req'));

describe('the sample collection', () => {
  for (const file of files) {
    it(`has nothing to complain about in ${file}`, () => {
      const shared = /(?:collection|folder)\.req$/.test(file);
      const tree = parse(fs.readFileSync(path.join(folder, file), 'utf8'), { shared });
      assert.deepEqual(
        tree.diagnostics.map((d) => `${tree.lines.positionAt(d.range.start).line + 1}: ${d.message}`),
        [],
      );
      assert.equal(tree.blocks.some(isRequest), !shared);
    });

    // A comment after the empty line would be sent.
    it(`keeps its remarks out of the bodies of ${file}`, () => {
      for (const { method, body } of parse(fs.readFileSync(path.join(folder, file), 'utf8')).blocks.map((block) => ({
        method: block.requestLine?.method?.text,
        body: block.body?.text.text ?? '',
      }))) {
        if (method === 'GET' || method === 'DELETE' || method === undefined) assert.equal(body, '');
      }
    });
  }
});
