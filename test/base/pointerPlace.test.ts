import assert from 'node:assert/strict';
import { placeOfPointer } from '../../src/base/text/pointerPlace.ts';

describe('the place of a JSON pointer', () => {
  /** The text at a JSON pointer, to the end of the line. */
  const at = (text: string, pointer: string): string => text.slice(placeOfPointer(text, pointer)).split('\n')[0] ?? '';

  it('is the key of a member, or the item of a list, in JSON', () => {
    const text = '{\n  "a": 1,\n  "properties": {\n    "x/y": [\n      true,\n      {"type": 1}\n    ]\n  }\n}';
    assert.equal(at(text, '/properties/x~1y/1/type'), '"type": 1}');
    assert.equal(at(text, '/properties/x~1y/0'), 'true,');
    assert.equal(at(text, ''), '{');
  });

  it('is the deepest part that is there', () => {
    assert.equal(at('{\n  "a": {\n    "b": 1\n  }\n}', '/a/c/d'), '"a": {');
    assert.equal(at('a:\n  b: 1\n', '/a/c/d'), 'a:');
  });

  const yaml = `# comment
openapi: 3.1.0
paths:
  /users/{id}:
    get:
      parameters:
      - name: id
        in: path
      -
        name: q
      responses: { '200': { description: ok, content: [a, { type: x }] } }
components:
  schemas:
    "A b":
      type: object
    User:
      properties:
        age: { type: integer, minimum: 0 }
`;

  it('is found in YAML by keys, items and flow collections', () => {
    assert.equal(at(yaml, '/components/schemas/User/properties/age/minimum'), 'minimum: 0 }');
    assert.equal(at(yaml, '/components/schemas/A b/type'), 'type: object');
    assert.equal(at(yaml, '/paths/~1users~1{id}/get/parameters/0/in'), 'in: path');
    assert.equal(at(yaml, '/paths/~1users~1{id}/get/parameters/1/name'), 'name: q');
    assert.equal(at(yaml, '/paths/~1users~1{id}/get/responses/200/content/1/type'), 'type: x }] } }');
    assert.equal(at(yaml, '/paths/~1users~1{id}/get/responses/200/content/0'), 'a, { type: x }] } }');
  });

  it('is found in a long text in linear time', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `  k${i}: { a: ${i} }`).join('\n');
    assert.equal(at(`all:\n${many}`, '/all/k99999/a'), 'a: 99999 }');
    assert.equal(at('['.repeat(100_000), '/0/0'), '['.repeat(100_000));
  });
});
