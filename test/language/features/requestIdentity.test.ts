import assert from 'node:assert/strict';
import { findAgain, identify, listRequests, parse } from '../../../src/language/index.ts';
import { growsLinearly } from '../../support/growsLinearly.ts';

/** Identifies the nth request of a text and finds it in another. Returns its request line there, or undefined. */
function again(before: string, index: number, after: string): string | undefined {
  const tree = parse(before);
  const request = listRequests(tree)[index];
  assert.ok(request);
  const found = findAgain(parse(after), identify(tree, request));
  return found === undefined ? undefined : `${found.method} ${found.urlTemplate}`;
}

describe('finding a request again', () => {
  it('succeeds where others were inserted before it', () => {
    assert.equal(again('GET http://a\n', 0, 'DELETE http://x\n\n###\nGET http://a\n'), 'GET http://a');
  });

  it('uses the number among equal requests', () => {
    const like = 'GET http://a\n\n###\nGET http://a\n\n###\nGET http://b\n';
    const tree = parse(like);
    const [, second] = listRequests(tree);
    assert.ok(second);
    assert.equal(findAgain(parse(`# a comment\n${like}`), identify(tree, second))?.index, 1);
  });

  it('uses the title if its URL was changed', () => {
    assert.equal(again('### One\nGET http://a\n\n###\nGET http://b\n', 0, '###\nGET http://b\n\n### One\nPUT http://c\n'), 'PUT http://c');
  });

  it('uses the place if only its line was changed', () => {
    assert.equal(again('GET http://a\n\n###\nGET http://b\n', 1, 'GET http://a\n\n###\nGET http://b?x=1\n'), 'GET http://b?x=1');
  });

  it('never returns another one: a removed one has none', () => {
    assert.equal(again('GET http://a\n\n###\nDELETE http://b\n', 0, 'DELETE http://b\n'), undefined);
    assert.equal(again('GET http://a\n', 0, ''), undefined);
  });
});

describe('the keys of requests', () => {
  it('differ, also among equal requests', () => {
    const tree = parse('GET http://a\n\n###\nGET http://a\n\n### GET http://a\nGET http://a\n');
    assert.equal(new Set(listRequests(tree).map((r) => identify(tree, r).key)).size, 3);
  });

  it('cost as much as there are requests', () => {
    const block = 'GET http://a\n\n###\n';
    growsLinearly(
      (n) => block.repeat(n),
      (text) => {
        const tree = parse(text);
        for (const r of listRequests(tree)) identify(tree, r);
      },
      block.length,
    );
  });
});
