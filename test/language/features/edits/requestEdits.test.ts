import assert from 'node:assert/strict';
import { applyEdits, listRequests, parse } from '../../../../src/language/index.ts';
import { deleteRequests, duplicateRequest, fileRenameEdits, retitle } from '../../../../src/language/onDemand.ts';
import { root } from '../../../support/memoryWorkspace.ts';
import { edited, viewIn } from '../../../support/moved.ts';

describe('deleting requests', () => {
  it('removes the block and keeps the definitions of the file', () => {
    const tree = parse('@h = 1\n\n# mine\nGET http://a\n\n### B\nGET http://b\n\n### C\nGET http://c\n');
    const [a, , c] = listRequests(tree).map((r) => r.block);
    assert.ok(a !== undefined && c !== undefined);
    assert.equal(applyEdits(tree.text, deleteRequests(tree, [a, c])), '@h = 1\n\n### B\nGET http://b\n');
  });

  it('keeps spaces at the end of the body above', () => {
    for (const body of ['a  ', 'a\t', 'a\u00a0']) {
      const tree = parse(`### A\nPOST http://a\n\n${body}\n \n\n### B\nGET http://b\n`);
      const last = listRequests(tree)[1];
      assert.ok(last);
      assert.equal(applyEdits(tree.text, deleteRequests(tree, [last.block])), `### A\nPOST http://a\n\n${body}\n`);
    }
  });

  it('leaves an empty file when every request is deleted', () => {
    const tree = parse('### A\nGET http://a\n\n### B\nGET http://b\n');
    const all = listRequests(tree).map((r) => r.block);
    assert.equal(applyEdits(tree.text, deleteRequests(tree, all)), '');
  });
});

describe('duplicating a request', () => {
  const duplicated = async (text: string): Promise<string | undefined> => {
    const files = { 'a.req': text };
    const view = await viewIn(files, 'a.req');
    const [first] = listRequests(view.tree);
    return first && edited(files, [duplicateRequest(view, first.block)])['a.req'];
  };

  it('adds a copy below, with a name and a title of its own', async () => {
    assert.equal(
      await duplicated('### Log in\n# @name login\nGET http://a\n\n### login_2\nGET http://b\n'),
      '### Log in\n# @name login\nGET http://a\n\n### Log in 2\n# @name login_3\nGET http://a\n\n### login_2\nGET http://b\n',
    );
  });

  it('keeps spaces at the end of the body', async () => {
    assert.equal(
      await duplicated('### A\nPOST http://a\n\nb \u00a0\n\t\n### C\nGET http://c\n'),
      '### A\nPOST http://a\n\nb \u00a0\n\t\n### A_2\nPOST http://a\n\nb \u00a0\n\n### C\nGET http://c\n',
    );
  });

  it('adds a separator where there is none', async () => {
    assert.equal(await duplicated('@h = 1\nGET http://a'), '@h = 1\nGET http://a\n\n###\n\nGET http://a\n');
  });
});

describe('changing the title of a request', () => {
  const retitled = async (text: string, title: string, others: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const files = { 'a.req': text, ...others };
    const view = await viewIn(files, 'a.req');
    const [first] = listRequests(view.tree);
    assert.ok(first);
    const result = retitle(view, first.block, title);
    return 'refused' in result ? result.refused : edited(files, result.files);
  };

  it('changes the text that lists show: @title, the title, or the name with its references', async () => {
    assert.deepEqual(await retitled('### a\n# @title b\nGET http://a\n', 'New'), { 'a.req': '### a\n# @title New\nGET http://a\n' });
    assert.deepEqual(await retitled('### a\n# @name b\nGET http://a\n', 'New'), { 'a.req': '### New\n# @name b\nGET http://a\n' });
    assert.deepEqual(await retitled('### a\nGET http://a\n', 'New one', { 'b.req': '# @ref a\nGET http://b\n' }), {
      'a.req': '### New one\nGET http://a\n',
      'b.req': '# @ref New one\nGET http://b\n',
    });
    assert.deepEqual(await retitled('# @name a\nGET http://a\n', 'b'), { 'a.req': '# @name b\nGET http://a\n' });
  });

  it('adds a title where there is none', async () => {
    assert.deepEqual(await retitled('###\nGET http://a\n', 'New'), { 'a.req': '### New\nGET http://a\n' });
    assert.deepEqual(await retitled('@h = 1\n\nGET http://a\n', 'New'), { 'a.req': '@h = 1\n\n### New\nGET http://a\n' });
  });

  it('refuses text that is no title', async () => {
    for (const title of ['', ' a', '# a', 'a\nb'])
      assert.equal(
        await retitled('###\nGET http://a\n', title),
        'A title is one line, without spaces around it, and does not begin with # or =.',
      );
  });
});

describe('renaming files', () => {
  const files = {
    'a.req': '### A\nPOST http://a\n\n< ./data/body.json\n\n> check.js\n',
    'sub/b.req': '### B\nPOST http://b\n\n< ../data/{{which}}.json\n\n<> {{folder}}/x.json\n',
  };
  const after = (...renamings: readonly (readonly [string, string])[]): unknown =>
    edited(
      files,
      fileRenameEdits(
        Object.entries(files).map(([name, text]) => ({ file: `${root}/${name}`, tree: parse(text) })),
        renamings.map(([from, to]) => ({ from: `${root}/${from}`, to: `${root}/${to}` })),
      ),
    );

  it('changes the paths in a file that is moved, before it is moved', () => {
    assert.deepEqual(after(['a.req', 'sub/a.req']), { 'a.req': '### A\nPOST http://a\n\n< ../data/body.json\n\n> ../check.js\n' });
  });

  it('changes the paths of a file or folder that is moved', () => {
    assert.deepEqual(after(['check.js', 'scripts/check.js']), {
      'a.req': '### A\nPOST http://a\n\n< ./data/body.json\n\n> ./scripts/check.js\n',
    });
    assert.deepEqual(after(['data', 'bodies']), {
      'a.req': '### A\nPOST http://a\n\n< ./bodies/body.json\n\n> check.js\n',
      'sub/b.req': '### B\nPOST http://b\n\n< ../bodies/{{which}}.json\n\n<> {{folder}}/x.json\n',
    });
  });

  it('changes nothing where files move together', () => {
    assert.deepEqual(after(['a.req', 'x/a.req'], ['data', 'x/data'], ['check.js', 'x/check.js'], ['sub', 'x/sub']), {});
    assert.deepEqual(after(['other.js', 'x.js']), {});
  });
});
