import assert from 'node:assert/strict';
import { isRequest, listRequests, parse, syntaxErrorOf } from '../../../src/language/index.ts';

/** The error that prevents the request of a number from being sent, with its range. */
function errorOf(text: string, index: number): string | undefined {
  const tree = parse(text);
  const error = syntaxErrorOf(tree, 'a.req', listRequests(tree)[index]?.block);
  return error === undefined ? undefined : `${error.at?.line}:${error.at?.column} ${error.message}`;
}

describe('the syntax errors of a request', () => {
  it('are one error, with a place and all lines', () => {
    const text = 'GET http://h\nno header\nnone either\n';
    assert.match(errorOf(text, 0) ?? '', /^2:1 This is not a header[^\n]*\nline 3: This is not a header/);
  });

  it('are not those of the requests around it', () => {
    const text = '### a\nGET http://h\n\n### b\nGET\n\n### c\nGET http://h\n';
    assert.deepEqual([errorOf(text, 0), errorOf(text, 2)], [undefined, undefined]);
    assert.match(errorOf(text, 1) ?? '', /^5:1 /);
  });

  it('are also those of a first block that applies to every request', () => {
    const text = '< {%\n  tool.setVar("a", 1);\n\n### b\nGET http://h\n';
    const tree = parse(text);
    assert.equal(isRequest(tree.blocks[0] as (typeof tree.blocks)[number]), false);
    assert.match(errorOf(text, 0) ?? '', /^1:1 This script is not closed/);
  });

  it('are no warnings and hints', () => {
    assert.equal(errorOf('# @nme x\npost http://h\n', 0), undefined);
  });

  it('of a whole file are all of them', () => {
    const tree = parse('### a\nGET\n\n### b\nGET\n');
    assert.match(syntaxErrorOf(tree, 'a.req')?.message ?? '', /^A URL is missing[^\n]*\nline 5: /);
  });
});
