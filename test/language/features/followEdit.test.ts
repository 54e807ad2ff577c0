import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/language/edit.ts';
import { followEdit } from '../../../src/language/features/edits/followEdit.ts';
import { isRequest } from '../../../src/language/syntax/nodes.ts';
import { parse } from '../../../src/language/syntax/parser.ts';

function followed(text: string, url: string, isSameOrigin = true): string {
  const tree = parse(text);
  const block = tree.blocks.find(isRequest);
  assert.ok(block);
  const after = applyEdits(text, [followEdit(tree, block, { url: new URL(url), isSameOrigin })]);
  // The request above stays as it was.
  assert.equal(parse(after).blocks.find(isRequest)?.body?.range.end, block.body?.range.end);
  return after;
}

describe('a request of a URL in a response', () => {
  const auth = '# @auth bearer {{token}}\nPOST http://a/x\nauthorization: Basic {{b}}\nX-A: b\n\n{"a": 1}\n';

  it('is below the request, before the next one', () => {
    assert.equal(
      followed('### a\nGET http://a\n\n?? status == 200\n\n### b\nGET http://b\n', 'http://a/next?p=2#part'),
      ['### a\nGET http://a\n\n?? status == 200', '### /next\nGET http://a/next?p=2', '### b\nGET http://b\n'].join('\n\n'),
    );
  });

  it('has the same credentials at the same origin, and none at another', () => {
    assert.equal(
      followed(auth, 'http://a/next'),
      `${auth}\n### /next\n# @auth bearer {{token}}\nGET http://a/next\nauthorization: Basic {{b}}\n`,
    );
    assert.equal(followed(auth, 'http://b/next', false), `${auth}\n### /next\nGET http://b/next\n`);
  });

  it('leaves spaces at the end of the body above where they are', () => {
    for (const body of ['a  ', 'a\u00a0'])
      assert.equal(
        followed(`POST http://a\n\n${body}\n\n### b\nGET http://b\n`, 'http://a/n'),
        `POST http://a\n\n${body}\n\n### /n\nGET http://a/n\n\n### b\nGET http://b\n`,
      );
  });

  it('keeps line ends of Windows', () => {
    assert.equal(followed('GET http://a\r\n', 'http://a/n'), 'GET http://a\r\n\r\n### /n\r\nGET http://a/n\r\n');
  });

  it('escapes text that looks like a placeholder', () => {
    const url = { href: 'http://a/{{secret}}', hash: '', pathname: '/' } as URL;
    const tree = parse('GET http://a\n');
    const block = tree.blocks.find(isRequest);
    assert.ok(block);
    assert.match(followEdit(tree, block, { url, isSameOrigin: true }).newText, /GET http:\/\/a\/\\\{\{secret\}\}/);
  });
});
