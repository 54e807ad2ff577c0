import assert from 'node:assert/strict';
import { listedPlaces, listRequests, parse } from '../../../../src/language/index.ts';
import {
  filesOf,
  filteredTree,
  nodesAround,
  requestFilter,
  requestNodes,
  requestTree,
  type FolderNode,
} from '../../../../src/language/onDemand.ts';

const tops = ['/ws', '/other'];
const topOf = (file: string): string | undefined => tops.find((top) => file.startsWith(`${top}/`));
const treeOf = (...paths: readonly string[]): readonly FolderNode[] => requestTree(paths, topOf);

/** `collection /ws`, and the children indented. */
const drawn = (nodes: readonly (FolderNode | { readonly kind: 'file'; readonly path: string })[], by = ''): readonly string[] =>
  nodes.flatMap((node) => [`${by}${node.kind} ${node.path}`, ...('children' in node ? drawn(node.children, `${by}  `) : [])]);

describe('the tree of requests', () => {
  it('has collections, folders and files, folders first, sorted as people count', () => {
    assert.deepEqual(drawn(treeOf('/ws/b10.req', '/ws/b9.req', '/ws/sub/deep/a.req', '/ws/A.req')), [
      'collection /ws',
      '  folder /ws/sub',
      '    folder /ws/sub/deep',
      '      file /ws/sub/deep/a.req',
      '  file /ws/A.req',
      '  file /ws/b9.req',
      '  file /ws/b10.req',
    ]);
  });

  it('begins a collection at each collection.req, workspace folder, and folder outside of them', () => {
    assert.deepEqual(drawn(treeOf('/ws/a.req', '/ws/api/collection.req', '/ws/api/v1/folder.req', '/other/b.req', '/home/x.req')), [
      'collection /home',
      '  file /home/x.req',
      'collection /other',
      '  file /other/b.req',
      'collection /ws',
      '  file /ws/a.req',
      'collection /ws/api',
      '  folder /ws/api/v1',
    ]);
  });

  it('keeps the collections of a workspace folder together, sorted by path', () => {
    const paths = ['/ws/b/collection.req', '/ws/a.req', '/ws/z10/collection.req', '/ws/z9/collection.req', '/ws/b/a/collection.req'];
    assert.deepEqual(
      treeOf(...paths, '/other/c.req').map(({ path }) => path),
      ['/other', '/ws', '/ws/b', '/ws/b/a', '/ws/z9', '/ws/z10'],
    );
  });

  it('lists the entries of @order first, in that order, in each folder', () => {
    const paths = [
      '/ws/collection.req',
      '/ws/a.req',
      '/ws/login.req',
      '/ws/zoo/b.req',
      '/ws/zoo/folder.req',
      '/ws/zoo/y.req',
      '/ws/bar/x.req',
    ];
    const listed = listedPlaces([
      { file: '/ws/collection.req', tree: parse('# @order login\n# @order zoo/\n') },
      { file: '/ws/zoo/folder.req', tree: parse('# @order y.req\n') },
    ]);
    assert.deepEqual(drawn(requestTree(paths, topOf, listed)), [
      'collection /ws',
      '  file /ws/login.req',
      '  folder /ws/zoo',
      '    file /ws/zoo/y.req',
      '    file /ws/zoo/b.req',
      '  folder /ws/bar',
      '    file /ws/bar/x.req',
      '  file /ws/a.req',
    ]);
  });

  it('leaves out folders whose name begins with a dot', () => {
    assert.deepEqual(drawn(treeOf('/ws/.cache/a.req', '/ws/b.req')), ['collection /ws', '  file /ws/b.req']);
  });

  it('finds the files around a request, and the files below a folder', () => {
    const roots = treeOf('/ws/sub/a.req', '/ws/b.req');
    const [file] = roots.flatMap((r) => Array.from(filesOf(r)));
    assert.ok(file);
    const [request] = requestNodes(file, parse('### A\nGET http://a\n'));
    assert.ok(request);
    assert.deepEqual(
      nodesAround(request).map((n) => (n.kind === 'request' ? n.summary.title : n.path)),
      ['/ws', '/ws/sub', '/ws/sub/a.req', 'A'],
    );
  });
});

describe('the filter of requests', () => {
  const requests = listRequests(
    parse(
      '### Log in\n# @name login\n# @tag smoke, slow\nPOST http://h/session\n\n### Widgets\nGET http://h/widgets\n\n### Old\n# @tag smoke\nDELETE http://h/target\n',
    ),
  );
  const found = (text: string): readonly string[] => requests.filter(requestFilter(text)).map((r) => r.title);

  it('finds names, titles, URLs and tags that contain each word', () => {
    assert.deepEqual(found('LOG'), ['Log in']);
    assert.deepEqual(found('login'), ['Log in']);
    assert.deepEqual(found('/widg'), ['Widgets']);
    assert.deepEqual(found('smoke'), ['Log in', 'Old']);
    assert.deepEqual(found('#smoke  old'), ['Old']);
    assert.deepEqual(found('#s slow'), ['Log in']);
    assert.deepEqual(found(' '), ['Log in', 'Widgets', 'Old']);
    assert.deepEqual(found('nothing'), []);
  });

  it('accepts only a method in capitals as a method', () => {
    assert.deepEqual(found('GET'), ['Widgets']);
    assert.deepEqual(found('get'), ['Widgets', 'Old']);
    assert.deepEqual(found('DELETE smoke'), ['Old']);
  });

  it('leaves files and folders out that have no match', () => {
    const roots = treeOf('/ws/x/a.req', '/ws/b.req', '/other/c.req');
    assert.deepEqual(drawn(filteredTree(roots, ({ path }) => path.endsWith('a.req'))), [
      'collection /ws',
      '  folder /ws/x',
      '    file /ws/x/a.req',
    ]);
  });
});
