import assert from 'node:assert/strict';
import { parse } from '../../../src/language/index.ts';
import { selectionRanges } from '../../../src/language/onDemand.ts';
import { cursor } from '../../support/cursor.ts';

/** The expanded selections, innermost first. */
function steps(marked: string): readonly string[] {
  const { text, offset } = cursor(marked);
  return selectionRanges(parse(text), offset ?? 0).map((r) => text.slice(r.start, r.end));
}

describe('growing a selection', () => {
  it('goes from a word through the parts of a placeholder, the value and the line to the request and the file', () => {
    assert.deepEqual(steps('### a\nGET http://h\nX: id {{ user.na|me[0] | upper }} end\n\n### b\n'), [
      'name',
      'user.name',
      'user.name[0]',
      ' user.name[0] | upper ',
      '{{ user.name[0] | upper }}',
      'id {{ user.name[0] | upper }} end',
      'X: id {{ user.name[0] | upper }} end',
      '### a\nGET http://h\nX: id {{ user.name[0] | upper }} end',
      '### a\nGET http://h\nX: id {{ user.name[0] | upper }} end\n\n',
      '### a\nGET http://h\nX: id {{ user.name[0] | upper }} end\n\n### b\n',
    ]);
  });

  it('goes through the strings, members, lists and objects of a JSON body', () => {
    assert.deepEqual(steps('POST http://h\n\n{"a": ["one t|wo", {{x}}], "b": 1}\n').slice(0, 9), [
      'two',
      'one two',
      '"one two"',
      '"one two", {{x}}',
      '["one two", {{x}}]',
      '"a": ["one two", {{x}}]',
      '"a": ["one two", {{x}}], "b": 1',
      '{"a": ["one two", {{x}}], "b": 1}',
      'POST http://h\n\n{"a": ["one two", {{x}}], "b": 1}',
    ]);
  });

  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['a definition', '@na|me = some text\n', ['name', '@name = some text']],
    ['the value of a definition', '@name = some te|xt\n', ['text', 'some text', '@name = some text']],
    ['an assertion', 'GET http://h\n\n?? body.i|d == 1\n', ['id', 'body.id', 'body.id == 1', '?? body.id == 1']],
    ['a request line', 'GET http://h/us|ers HTTP/1.1\n', ['users', 'http://h/users', 'GET http://h/users HTTP/1.1']],
    ['a directive', '# @timeout 5|s\nGET http://h\n', ['5s', 'timeout 5s', '# @timeout 5s']],
  ];
  for (const [what, text, expected] of cases)
    it(`begins with the parts of ${what}`, () => assert.deepEqual(steps(text).slice(0, expected.length), expected));

  it('gives ranges that lie in one another at every offset of any file', () => {
    for (const text of [
      '',
      '\ufeffGET http://h\r\n\r\n{"a":[1,{{b.c[0]}}]}\r\n',
      '@a = 1\n\n### x\nbad\nPOST\nA: b\n c\n\n{"x\n\n?? a\n> {%\nx\n%}',
    ]) {
      const tree = parse(text);
      for (let offset = 0; offset <= text.length; offset++) {
        const ranges = selectionRanges(tree, offset);
        if (text !== '') assert.equal(text.slice(ranges.at(-1)?.start, ranges.at(-1)?.end), text);
        for (const [i, r] of ranges.entries()) {
          assert.ok(r.start <= offset && offset <= r.end);
          const inner = ranges[i - 1];
          if (inner !== undefined) assert.ok(r.start <= inner.start && inner.end <= r.end && r.end - r.start > inner.end - inner.start);
        }
      }
    }
  });
});
