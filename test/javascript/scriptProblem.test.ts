import assert from 'node:assert/strict';
import { scriptProblem } from '../../src/language/javascript.ts';

/** The marked text, and the message; undefined for valid JavaScript. */
function reported(text: string): readonly [marked: string, message: string] | undefined {
  const problem = scriptProblem(text);
  return problem && [text.slice(problem.start, problem.end), problem.message];
}

describe('the syntax of a script', () => {
  for (const [text, marked, message] of [
    ['const a = ;', ';', /Unexpected token/],
    ['\r\n\tfoo(;\r\n', ';', /Unexpected token/],
    ['\n  let a;\n  let abc, a;\n', 'a', /already been declared/],
    ['\nconst t = "é𝒳"; a öb\n', 'öb', /Unexpected token/],
    ['\nif (x) {\n  y();\n', ';', /Unexpected token/],
    ['x = "abc\n', '"', /Unterminated string/],
    ['}); evil(); (async function () {', '}', /Unexpected token/],
    ['', undefined, undefined],
    ['return await tool.sleep(1);', undefined, undefined],
    ['throw new Error("nothing of it runs");\nwhile (true);', undefined, undefined],
  ] as const)
    it(`is reported with its place: ${JSON.stringify(text)}`, () => {
      const found = reported(text);
      if (message === undefined) return assert.equal(found, undefined);
      assert.equal(found?.[0], marked);
      assert.match(found?.[1] ?? '', message);
    });
});
