import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/language/edit.ts';
import { textPathEdit } from '../../../src/language/features/edits/textPathEdit.ts';
import { isRequest } from '../../../src/language/syntax/nodes.ts';
import { parse } from '../../../src/language/syntax/parser.ts';

function written(text: string, path: string, nth = 0): string | undefined {
  const tree = parse(text);
  const block = tree.blocks.filter(isRequest)[nth];
  assert.ok(block);
  const edit = textPathEdit(tree, block, path);
  return edit === undefined ? undefined : applyEdits(text, [edit]);
}

describe('writing # @text into a request', () => {
  it('puts it above the request line, below other directives', () => {
    assert.equal(written('GET http://a\n', 'a.b[0]'), '# @text a.b[0]\nGET http://a\n');
    assert.equal(
      written('### One\r\n# @name one\r\n# about\r\nGET http://a\r\n', 'text'),
      '### One\r\n# @name one\r\n# @text text\r\n# about\r\nGET http://a\r\n',
    );
    assert.equal(
      written('### One\nGET http://a\n### Two\nGET http://b', 'x', 1),
      '### One\nGET http://a\n### Two\n# @text x\nGET http://b',
    );
  });

  it('replaces the existing path', () => {
    assert.equal(written('# @text old.path\nGET http://a\n', 'new["a b"]'), '# @text new["a b"]\nGET http://a\n');
    assert.equal(written('# @text\nGET http://a\n', 'new'), '# @text new\nGET http://a\n');
  });

  it('writes nothing that is no path', () => {
    for (const path of ['', 'a b', 'a }} {{ b', 'a\nGET http://evil', ' a', '$randomInt', 'a | upper'])
      assert.equal(written('GET http://a\n', path), undefined, path);
  });
});
