import assert from 'node:assert/strict';
import { parse } from '../../../src/language/index.ts';
import { foldingRanges, outermost } from '../../../src/language/onDemand.ts';
import { growsLinearly } from '../../support/growsLinearly.ts';

/** `first line … last line` of each, with its kind. */
function folds(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n/);
  return foldingRanges(parse(text)).map(
    ({ startLine, endLine, kind }) => `${lines[startLine]?.trim()} … ${lines[endLine]?.trim()}${kind === undefined ? '' : ` (${kind})`}`,
  );
}

describe('folding', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a request up to its last line that is not empty',
      '### a\nGET http://h\n\n\n### b\n\nGET http://h\n',
      ['### a … GET http://h', '### b … GET http://h'],
    ],
    ['what stands before the first request', '@a = 1\n@b = 2\n\n### a\nGET http://h\n', ['@a = 1 … @b = 2', '### a … GET http://h']],
    ['a head', '### a\nGET http://h\n  ?x=1\nA: b\n  c\n\nbody\n', ['### a … body', 'GET http://h … c']],
    [
      'JSON, and leaves the closing brackets',
      '### a\nPOST http://h\n\n{\n  "a": [\n    {{x}}\n  ],\n  "b": {"c": 1}\n}\n',
      ['### a … }', '{ … "b": {"c": 1}', '"a": [ … {{x}}'],
    ],
    [
      'any other body as a whole and by its indents',
      '### a\nPOST http://h\n\n<a>\n  <b>\n    c\n\n  </b>\n</a>\nend\n',
      ['### a … end', '<a> … end', '<a> … </b>', '<b> … c'],
    ],
    [
      'JSON that is none yet by its indents',
      'POST http://h\n\n{\n  "a": [\n    1\n',
      ['POST http://h … 1', '{ … 1', '{ … 1', '"a": [ … 1'],
    ],
    [
      'scripts and what is inside them',
      '### a\n< {%\n  if (x) {\n    y();\n  }\n%}\nGET http://h\n',
      ['### a … GET http://h', '< {% … }', 'if (x) { … y();'],
    ],
    [
      'comments that stand together',
      '### a\n# one\n# two\n\n# three\n# @name x\n# four\nGET http://h\n',
      ['### a … GET http://h', '# one … # two (comment)'],
    ],
    [
      'regions, over requests too',
      '# region users\n### a\nGET http://h\n// #endregion\n',
      ['# region users … // #endregion (region)', '### a … // #endregion'],
    ],
    ['nothing that stands on one line', '### a\n\n###\n< {% x() %}\nGET http://h\n', ['### … GET http://h']],
    ['with CRLF as with LF', '### a\r\nPOST http://h\r\n\r\n{\r\n  "a": 1\r\n}\r\n', ['### a … }', '{ … "a": 1']],
  ];
  for (const [what, text, expected] of cases) it(`has ${what}`, () => assert.deepEqual(folds(text), expected));

  it('works in an empty file, with errors and with unclosed parts', () => {
    for (const text of ['', '\ufeff', '\n', 'GET http://h\nbad\n\n###\n< {%\n  a\n', '# endregion\n# region\n']) folds(text);
  });

  it('has the outer levels where there are too many for an editor', () => {
    const ranges = foldingRanges(parse('### a\nPOST http://h\nA: b\n\n{\n  "a": [\n    1\n  ]\n}\n\n### b\nGET http://h\nA: b\n'));
    const starts = (most: number): readonly number[] => outermost(ranges, most).map(({ startLine }) => startLine);
    assert.deepEqual(starts(6), [0, 1, 4, 5, 10, 11]);
    assert.deepEqual(starts(5), [0, 1, 4, 10, 11]);
    assert.deepEqual(starts(4), [0, 10]);
    assert.deepEqual(starts(1), [0, 10]);
  });

  it('needs time that is linear in the text', () => {
    for (const make of [(n: number) => `POST http://h\n\n${'[\n'.repeat(n)}`, (n: number) => `POST http://h\n\n${' a\n  b\n'.repeat(n)}`])
      growsLinearly(make, (text) => void foldingRanges(parse(text)), 4);
  });
});
