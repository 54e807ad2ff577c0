import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { contains } from '../../../src/base/text/text.ts';
import { blockAt, placeholderAt, placeholdersOf } from '../../../src/language/features/navigation/placeholders.ts';
import { parse } from '../../../src/language/index.ts';

const piece = fc.constantFrom(
  '{{a}}',
  '{{b.c}}',
  '{{',
  '}}',
  ' ',
  '\n',
  '\r\n',
  '\n\n',
  '@x = {{y}}\n',
  'GET http://h/{{u}}\n',
  '  ?q={{z}}\n',
  'A: {{h}}{{i}}\n',
  '### {{t}}\n',
  '{"a": "{{q}}"}',
  '?? body.{{a}} == {{b}}\n',
  '> {% {{c}} %}\n',
  '# @name {{e}}\n',
  '< ./{{f}}\n',
);

describe('the placeholder at an offset', () => {
  it('is the first of its block that holds it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const tree = parse(pieces.join(''));
        for (let offset = 0; offset <= tree.text.length; offset++) {
          const expected = [...placeholdersOf(tree, blockAt(tree, offset))].find((f) => contains(f.placeholder.range, offset));
          assert.deepEqual(placeholderAt(tree, offset)?.placeholder.range, expected?.placeholder.range);
        }
      }),
    );
  });
});
