import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/language/index.ts';
import { newEnvironment } from '../../../src/language/onDemand.ts';

describe('a new environment', () => {
  for (const [text, after] of [
    ['', '{\n  "dev": {}\n}\n'],
    ['{}', '{\n  "dev": {}\n}'],
    ['{"a": {"x": 1}}', '{"a": {"x": 1}, "dev": {}}'],
    ['{\r\n\t"a": {\r\n\t\t"x": 1\r\n\t}\r\n}\r\n', '{\r\n\t"a": {\r\n\t\t"x": 1\r\n\t},\r\n\t"dev": {}\r\n}\r\n'],
  ] as const)
    it(`is written as the others are: ${JSON.stringify(text)}`, () => {
      const edit = newEnvironment(text, 'dev');
      assert.ok(edit);
      assert.equal(applyEdits(text, [edit]), after);
    });

  it('is not written over one of that name, nor into what is no JSON object', () => {
    for (const text of ['{"dev": {}}', '[]', '{"a": ', '5']) assert.equal(newEnvironment(text, 'dev'), undefined);
  });
});
