import assert from 'node:assert/strict';
import { parse } from '../../../src/language/index.ts';
import { namesSetByScripts } from '../../../src/language/semantics/variables/mentions/scriptSetters.ts';

describe('the names that scripts set', () => {
  it('are read from their text, whatever the quotes; nothing runs', () => {
    const tree = parse(`### A
< {%
  tool.setVar("one", 1); tool . setVar ( 'two', 2)
  client.global.set(\`three\`, 3);
  tool.setVar(name, 4); tool.getVar("five"); other.setVar("six", 6);
%}
GET http://h

> {% tool.setVar("seven", 7) %}
> ./file.js
`);
    assert.deepEqual(
      [...namesSetByScripts(tree, '/a.req').values()],
      [
        { name: 'one', file: '/a.req', line: 3, request: 'A', by: 'script' },
        { name: 'two', file: '/a.req', line: 3, request: 'A', by: 'script' },
        { name: 'three', file: '/a.req', line: 4, request: 'A', by: 'script' },
        { name: 'seven', file: '/a.req', line: 9, request: 'A', by: 'script' },
      ],
    );
  });
});
