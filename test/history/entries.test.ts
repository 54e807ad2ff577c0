import assert from 'node:assert/strict';
import { useTexts } from '../../src/base/l10n.ts';
import {
  filterWords,
  historyTree,
  matchesFilter,
  runningMatchesFilter,
  type Ending,
  type HistoryNode,
} from '../../src/response/history/historyEntries.ts';
import { factsOf } from './facts.ts';

const at = (...[year, month, day, hour]: [number, number, number, number]): number => new Date(year, month, day, hour).getTime();
const now = at(2026, 10, 22, 9);

const drawn = (nodes: readonly HistoryNode[]): unknown =>
  nodes.map((node) => {
    if (node.kind === 'entry') return node.id;
    const name = node.kind === 'day' ? node.label : node.kind === 'collection' ? node.root : node.newest.request.title;
    return { [name]: drawn(node.children) };
  });

const named = (key: string): { readonly request: ReturnType<typeof factsOf>['request'] } => ({
  request: { key, title: key, index: 0, count: 1 },
});

describe('the rows of the history', () => {
  it('are by day and request, the newest first; one alone stands for its request', () => {
    const entries = [
      factsOf({ id: 'e', time: at(2026, 10, 22, 8), ...named('b') }),
      factsOf({ id: 'd', time: at(2026, 10, 22, 7), ...named('a') }),
      factsOf({ id: 'c', time: at(2026, 10, 22, 0), ...named('b') }),
      factsOf({ id: 'b', time: at(2026, 10, 21, 23), ...named('a') }),
      factsOf({ id: 'a', time: at(2026, 9, 1, 1), ...named('a') }),
    ];
    const tree = drawn(historyTree(entries, now)) as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(tree.slice(0, 2), [{ Today: [{ b: ['e', 'c'] }, 'd'] }, { Yesterday: ['b'] }]);
    assert.match(Object.keys(tree[2] ?? {})[0] ?? '', /2026/);
  });

  it('are by collection where there are several', () => {
    const entries = [factsOf({ id: 'b', root: '/one', time: now }), factsOf({ id: 'a', root: '/two', time: now })];
    assert.deepEqual(drawn(historyTree(entries, now)), [{ '/one': [{ Today: ['b'] }] }, { '/two': [{ Today: ['a'] }] }]);
  });

  it('distinguish the same request in two files', () => {
    const entries = [factsOf({ id: 'b', uri: 'file:///b.req', time: now }), factsOf({ id: 'a', uri: 'file:///a.req', time: now })];
    assert.deepEqual(drawn(historyTree(entries, now)), [{ Today: ['b', 'a'] }]);
  });

  it('call an earlier day by its date', () => {
    const entries = [factsOf({ id: 'a', time: at(2026, 10, 20, 23) })];
    assert.doesNotMatch(JSON.stringify(drawn(historyTree(entries, now))), /Today|Yesterday/);
  });
});

describe('the filter of the history', () => {
  const facts = factsOf({
    url: 'http://h/Users?q=1',
    environment: 'dev',
    status: 404,
    statusText: 'Not Found',
    uri: 'file:///x/my%20file.req',
  });
  const finds = (text: string, endings: readonly Ending[] = []): boolean => matchesFilter(facts, { text, endings: new Set(endings) });

  it('finds words anywhere in the text of a response, in any order and case', () => {
    for (const text of ['', 'users', 'Q=1', 'dev get', '404', 'found', 'my file.req']) assert.ok(finds(text), text);
    for (const text of ['post', 'dev prod', '/x/']) assert.ok(!finds(text), text);
  });

  it('finds by how they ended', () => {
    assert.ok(finds('', ['4xx']) && finds('', ['5xx', '4xx']) && !finds('', ['2xx']) && !finds('post', ['4xx']));
    const ends = (of: Parameters<typeof factsOf>[0], ending: Ending): boolean =>
      matchesFilter(factsOf(of), { text: '', endings: new Set([ending]) });
    assert.ok(ends({ outcome: 'failed', status: null }, 'failed'));
    assert.ok(ends({ outcome: 'cancelled' }, 'cancelled') && ends({ outcome: 'cancelled' }, '2xx'));
    assert.ok(ends({ tests: { passed: 1, failed: 1 } }, 'tests') && !ends({ tests: { passed: 1, failed: 0 } }, 'tests'));
  });

  describe('in words', () => {
    afterEach(() => useTexts({}));

    it('is translated, and typed text is unchanged', () => {
      const filter = { text: 'a\u202eb', endings: new Set<Ending>(['cancelled', '4xx']) };
      assert.equal(filterWords(filter), '“a⟨U+202E⟩b”, 4xx Client error, Cancelled');
      useTexts({ '4xx Client error': '4xx Fehler der Anfrage', Cancelled: 'Abgebrochen' });
      assert.equal(filterWords({ ...filter, text: '' }), '4xx Fehler der Anfrage, Abgebrochen');
    });
  });

  it('of a run in progress match a filter by its name, file and environment, and no status', () => {
    const { request } = named('Long chat');
    const uri = { fsPath: '/a/stream.req', fragment: '', toString: () => 'file:///a/stream.req' };
    const node = { kind: 'running', id: 'r', record: { request, uri, environment: 'staging' }, since: now } as const;
    const matches = (text: string, ...endings: readonly Ending[]): boolean =>
      runningMatchesFilter(node, { text, endings: new Set(endings) });
    assert.deepEqual(
      ['', 'chat long', 'stream.req', 'staging', 'answer'].map((text) => matches(text)),
      [true, true, true, true, false],
    );
    assert.equal(matches('', 'cancelled'), false);
  });
});
