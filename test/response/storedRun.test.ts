import assert from 'node:assert/strict';
import { isRequest, parse } from '../../src/language/index.ts';
import { readFacts } from '../../src/response/history/entryFormat.ts';
import { directivesOf } from '../../src/response/record/storedRun.ts';
import { factsOf } from '../history/facts.ts';

describe('what is stored of a run', () => {
  const directives = (text: string): readonly string[] => {
    const tree = parse(text);
    return directivesOf(tree, tree.blocks.findLast(isRequest) ?? assert.fail());
  };

  it('is how it was sent, by the directives of the request and of the block for all requests of its file', () => {
    assert.deepEqual(directives('# @timeout 5s\n# @tag a\n\n###\n# @name x\n# @no-redirect\nGET http://h'), ['timeout 5s', 'no-redirect']);
    assert.deepEqual(directives('# @timeout 5s\nGET http://h\n\n###\n# @http2\nGET http://h'), ['http2']);
    assert.deepEqual(directives('# @insecure\nGET http://h'), ['insecure']);
  });

  it('is not read if another version of Req wrote it, or a fact is missing', () => {
    const facts = factsOf({ id: 'a' });
    assert.deepEqual(readFacts(JSON.stringify(facts)), facts);
    assert.equal(readFacts(JSON.stringify({ ...facts, version: 2 })), undefined);
    for (const lost of ['id', 'url', 'time', 'tests'] as const)
      assert.equal(readFacts(JSON.stringify({ ...facts, [lost]: undefined })), undefined);
  });
});
