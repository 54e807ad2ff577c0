import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { JsonIndex } from '../../src/body/json/jsonIndex.ts';
import { JsonLines } from '../../src/body/json/jsonLines.ts';
import { HiddenParts } from '../../src/body/lines/hiddenParts.ts';
import { LineWriter } from '../../src/body/lines/lineWriter.ts';
import { RawLines } from '../../src/body/lines/rawLines.ts';
import { Search } from '../../src/body/search/searchBody.ts';
import { compileQuery } from '../../src/base/text/searchQuery.ts';
import { BodyAnalysis } from '../../src/body/bodyAnalysis.ts';
import type { BodyContent, BodyNotice } from '../../src/body/protocol.ts';
import type { SearchQuery } from '../../src/base/text/searchQuery.ts';
import type { Found } from '../../src/protocol/bodyRows.ts';
import { runs } from '../support/runs.ts';

function analysisOf(
  text: string,
  content: Partial<BodyContent> = {},
): { readonly analysis: BodyAnalysis; readonly reported: readonly BodyNotice[] } {
  const reported: BodyNotice[] = [];
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const work = { pause, isWanted: () => true, alive: () => undefined };
  const given = { bytes: Buffer.from(text), charset: 'utf-8', layout: 'json', secrets: [], ...content } as const;
  const analysis = new BodyAnalysis(given, (message) => reported.push(message), work);
  while (analysis.read());
  return { analysis, reported };
}

async function find(of: ReturnType<typeof analysisOf>, query: Partial<SearchQuery>, mode: 'pretty' | 'raw' = 'pretty'): Promise<Found> {
  of.analysis.find({ searchId: 1, mode, query: { text: '', regex: false, matchCase: false, ...query } });
  for (;;) {
    const found = of.reported.find((reported) => reported.kind === 'found' && reported.isDone);
    if (found?.kind === 'found') return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const json = JSON.stringify({ a: 'One one ONE', b: ['one', { c: 'x.y' }], ünï: 'ÜNÏ' });

describe('a search in the text of a body', () => {
  for (const [query, count] of [
    [{ text: 'one' }, 4],
    [{ text: 'one', matchCase: true }, 2],
    [{ text: 'ünï' }, 2],
    [{ text: 'x.y' }, 1],
    [{ text: 'x?y' }, 0],
    [{ text: '"a": "One' }, 1],
    [{ text: '^ +"[ab]"', regex: true }, 2],
    [{ text: 'o(?=ne)', regex: true, matchCase: true }, 2],
    [{ text: '\\-|x\\.y', regex: true }, 1],
    [{ text: 'z*', regex: true }, 0],
  ] as const) {
    it(`for ${JSON.stringify(query)} finds ${count}`, async () => {
      assert.equal((await find(analysisOf(json), query)).count, count);
    });
  }

  it('is one in the lines of the mode that is looked at', async () => {
    assert.equal((await find(analysisOf(json), { text: '"a":"One' }, 'raw')).count, 1);
    assert.equal((await find(analysisOf(json), { text: '"a": "One' }, 'raw')).count, 0);
  });

  it('returns the position of each match in its row, and unfolds rows that hide it', async () => {
    const of = analysisOf(json);
    await find(of, { text: 'one', matchCase: true });
    assert.deepEqual(of.analysis.marks({ mode: 'pretty', start: 0, count: 9 }), [
      { row: 1, start: 12, end: 15 },
      { row: 3, start: 5, end: 8 },
    ]);
    of.analysis.fold({ row: 2, folded: true });
    assert.deepEqual(of.analysis.marks({ mode: 'pretty', start: 0, count: 9 }), [{ row: 1, start: 12, end: 15 }]);
    const before = of.analysis.rows({ mode: 'pretty', start: 0, count: 1 }).revision;
    assert.deepEqual(of.analysis.goToMatch({ nth: 1 }), { row: 3, start: 5, end: 8 });
    assert.ok(of.analysis.rows({ mode: 'pretty', start: 0, count: 1 }).revision > before);
    assert.equal(of.analysis.matchFrom({ row: 2 }), 1);
    assert.equal(of.analysis.goToMatch({ nth: 2 }), null);
  });

  it('goes to the row of a path, and ends folds and a filter that hide it', () => {
    const { analysis } = analysisOf(JSON.stringify({ a: [1, { 'x y': [], n: 2 }], b: {}, c: [[3], 4] }));
    const line = (path: string): string | null => {
      const found = analysis.goToPath({ path });
      return found === null ? null : (analysis.rows({ mode: 'pretty', start: found.row, count: 1 }).lines[0] ?? '').trim();
    };
    analysis.foldLevel({ level: 1 });
    assert.equal(line("$['a'][1]['n']"), '"n": 2');
    assert.equal(line("$['a'][1]['x y']"), '"x y": [],');
    assert.equal(line("$['a'][0]"), '1,');
    assert.equal(line("$['a']"), '"a": [');
    assert.equal(line("$['b']"), '"b": {},');
    assert.equal(line("$['c'][1]"), '4');
    assert.equal(line('$'), '{');
    assert.equal(line("$['gone']"), null);
    assert.equal(line('not a path'), null);
    analysis.filter({ filterId: 1, path: '$.b' });
    assert.equal(line("$['c'][0][0]"), '3');
    assert.equal(analysisOf('7').analysis.goToPath({ path: '$' })?.row, 0);
    assert.equal(analysisOf('no json').analysis.goToPath({ path: '$' }), null);
  });

  it('reveals a path far behind', () => {
    const { analysis } = analysisOf(JSON.stringify(Array.from({ length: 200_000 }, (_, i) => ({ i }))));
    assert.deepEqual(analysis.goToPath({ path: "$[199999]['i']" }), { row: 199_999 * 3 + 2 });
  });

  it('cannot be used to guess a secret', async () => {
    const of = (): ReturnType<typeof analysisOf> => analysisOf('{"token":"hush-hush","b":"hush"}', { secrets: ['hush-hush'] });
    assert.equal((await find(of(), { text: 'hush' })).count, 1);
    assert.equal((await find(of(), { text: 'hush-', regex: true }, 'raw')).count, 0);
    assert.equal((await find(of(), { text: '•••' })).count, 1);
  });

  it('finds a match far behind, on its line', async () => {
    const of = analysisOf(JSON.stringify(Array.from({ length: 200_000 }, (_, i) => i)));
    assert.equal((await find(of, { text: '199999' })).count, 1);
    assert.deepEqual(of.analysis.goToMatch({ nth: 0 }), { row: 200_000, start: 2, end: 8 });
  });

  it('finds all matches in the shown lines while they are read', () => {
    const letters = fc.constantFrom(...Array.from('kKsS\u212a\u017f aA:,"{[]}x\\é•\u{1f600}-.1'));
    const text = fc.string({ unit: letters, maxLength: 8 });
    const bodies = fc.jsonValue({ stringUnit: letters, maxDepth: 3 }).map((value) => {
      const parts = Array.from({ length: 40 }, (_, i) => JSON.stringify([i, value], null, i % 3).replaceAll(':', ' : '));
      return `[${parts.join(' ,')}]`;
    });
    const from = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 }));
    const property = (
      body: string,
      isRaw: boolean,
      matchCase: boolean,
      [start, length]: readonly [number, number],
      other: string,
    ): void => {
      const bytes = Buffer.from(body);
      const hidden = new HiddenParts(bytes, ['aA-', 'sS:']);
      const lines = isRaw ? new RawLines(bytes) : new JsonLines(new JsonIndex(bytes));
      const all = isRaw ? new RawLines(bytes) : new JsonLines(new JsonIndex(bytes));
      all.scan(bytes.length);
      const writer = new LineWriter(hidden);
      all.write(writer, 0, Infinity, Infinity);
      const shown = writer.text().split('\n');
      const line = shown[start % shown.length] ?? '';
      for (const query of [line.slice(start % (line.length + 1)).slice(0, length), other]) {
        const compiled = compileQuery({ text: query, regex: false, matchCase });
        if (query === '' || !query.isWellFormed() || !compiled.ok) continue;
        const expected = shown.flatMap((row, at) =>
          Array.from(row.matchAll(compiled.pattern), ({ index, 0: found }) => [at, index, found]),
        );
        const search = new Search(lines, hidden, { text: query, regex: false, matchCase });
        while (!search.isDone) if (!search.step()) lines.scan(100);
        const places = Array.from({ length: search.count }, (_, nth) => search.match(nth));
        const found = places.map((place) => [place.line, place.start, shown[place.line]?.slice(place.start, place.end)]);
        assert.deepEqual(found, expected);
      }
    };
    fc.assert(fc.property(bodies, fc.boolean(), fc.boolean(), from, text, property), { numRuns: runs(300) });
  });

  it('reports the error of an invalid expression', async () => {
    assert.equal((await find(analysisOf(json), { text: '(', regex: true })).problem, 'Unterminated group');
  });
});

describe('the text of a body', () => {
  const lines = (text: string, content: Partial<BodyContent>, mode: 'pretty' | 'raw' = 'pretty'): readonly string[] =>
    analysisOf(text, content).analysis.rows({ mode, start: 0, count: 100 }).lines;

  it('is decoded by its charset, and laid out in any', () => {
    const bytes = Buffer.from('{"a":"é"}', 'latin1');
    assert.deepEqual(lines('', { bytes, charset: 'windows-1252' }), ['{', '  "a": "é"', '}']);
    assert.deepEqual(lines('', { bytes: Buffer.from('\ufeff[1]', 'utf16le'), charset: 'utf-16le' }), ['[', '  1', ']']);
  });

  it('is laid out as XML, without its secrets', () => {
    assert.deepEqual(lines('<a><b>hush</b></a>', { layout: 'xml', secrets: ['hush'] }), ['<a>', '  <b>•••</b>', '</a>']);
    assert.deepEqual(lines('<a><b>hush</b></a>', { layout: 'xml', secrets: ['hush'] }, 'raw'), ['<a><b>•••</b></a>']);
  });

  it('that is not JSON is shown as received, with the place of the error', () => {
    const { analysis, reported } = analysisOf('{"a":1,\n"b" 2}');
    analysis.measure();
    assert.deepEqual(analysis.rows({ mode: 'pretty', start: 0, count: 9 }).lines, ['{"a":1,', '"b" 2}']);
    const measured = reported.find((message) => message.kind === 'measured' && message.mode === 'pretty');
    assert.deepEqual(measured?.kind === 'measured' && measured.wrongAt, { line: 2, column: 5 });
  });

  it("returns the path, kind and tokens of a row's value", () => {
    const { analysis } = analysisOf('{"items":[{"id":1.0},"a\\u0062"],"it\'s":null}');
    const nodes = Array.from({ length: 8 }, (_, row) => analysis.node({ row }));
    assert.deepEqual(
      nodes.map((node) => [node?.path, node?.type]),
      [
        [[], 'object'],
        [['items'], 'array'],
        [['items', 0], 'object'],
        [['items', 0, 'id'], 'number'],
        [['items', 0], 'object'],
        [['items', 1], 'string'],
        [['items'], 'array'],
        [["it's"], 'null'],
      ],
    );
    assert.deepEqual([nodes[3]?.json, nodes[5]?.json, nodes[2]?.json], ['1.0', '"a\\u0062"', '{"id":1.0}']);
  });

  it('shows the results of a query as rows of paths and values', () => {
    const { analysis } = analysisOf('{"items":[{"id":1.0,"b":[true]},{"id":2}]}');
    assert.deepEqual(analysis.filter({ filterId: 1, path: '$.items[*]' }), { filterId: 1, count: 2, isCut: false, problem: null });
    const page = analysis.rows({ mode: 'pretty', start: 0, count: 100 });
    assert.deepEqual(page.lines, [
      "$['items'][0]",
      '{',
      '  "id": 1.0,',
      '  "b": [',
      '    true',
      '  ]',
      '}',
      "$['items'][1]",
      '{',
      '  "id": 2',
      '}',
    ]);
    assert.deepEqual(page.titles, [0, 7]);
    // The values are numbered, not their paths.
    assert.deepEqual(page.numbers, [-1, 0, 1, 2, 3, 4, 5, 5, 6, 7, 8]);
    assert.deepEqual(analysis.rows({ mode: 'pretty', start: 4, count: 4 }).lines, page.lines.slice(4, 8));
    assert.deepEqual(analysis.node({ row: 4 })?.path, ['items', 0, 'b', 0]);
    assert.deepEqual(analysis.node({ row: 9 })?.path, ['items', 1, 'id']);
    assert.equal(analysis.filter({ filterId: 2, path: '$.items[' }).problem?.offset, 8);
    assert.equal(analysis.rows({ mode: 'pretty', start: 0, count: 100 }).lines.length, 11);
    assert.equal(analysis.filter({ filterId: 3, path: '' }).count, null);
    assert.equal(analysis.rows({ mode: 'pretty', start: 0, count: 100 }).lines[0], '{');
  });

  it('copies all results of a query, folded or not, with and without secrets', () => {
    const { analysis } = analysisOf('{"items":[{"hush":"hush","b":[true]},7]}', { secrets: ['hush'] });
    assert.equal(analysis.chosen(), null);
    analysis.filter({ filterId: 1, path: '$.items[*]' });
    analysis.foldLevel({ level: 1 });
    const plain = `$['items'][0]\n{\n  "hush": "hush",\n  "b": [\n    true\n  ]\n}\n$['items'][1]\n7\n`;
    assert.deepEqual(analysis.chosen(), { plain, shown: plain.replaceAll('hush', '•••') });
    analysis.filter({ filterId: 2, path: '$.items[0].*' });
    assert.match(analysis.chosen()?.plain ?? '', /^\$\['items'\]\[0\]\['hush'\]\n"hush"\n/);
    assert.match(analysis.chosen()?.shown ?? '', /^\$\['items'\]\[0\]\['•••'\]\n"•••"\n/);
  });

  it('folds each result of a query separately, and unfolds rows that hide a match', async () => {
    const of = analysisOf('{"items":[{"id":1.0,"b":[true]},7,{"id":2}]}');
    const { analysis } = of;
    // An object and what it is in are chosen both: it stands there twice.
    analysis.filter({ filterId: 1, path: '$..*' });
    const shown = (): readonly string[] => {
      const page = analysis.rows({ mode: 'pretty', start: 0, count: 100 });
      return page.lines.map((line, row) => {
        const fold = page.folds.find((found) => found.row === row);
        return fold?.folded === true ? `${line}…${fold.items}${fold.tail}` : line;
      });
    };
    const all = shown();
    const item = all.indexOf("$['items'][0]");
    analysis.fold({ row: item + 1, folded: true });
    assert.deepEqual(shown().slice(item, item + 3), ["$['items'][0]", '{…2}', "$['items'][1]"]);
    assert.deepEqual(shown().slice(0, item), all.slice(0, item), 'the same object within the array stays as it is');
    assert.deepEqual(analysis.node({ row: item + 3 })?.path, ['items', 1]);
    // A title and a value of one line cannot be folded.
    analysis.fold({ row: item + 2, folded: true });
    analysis.fold({ row: item + 3, folded: true });
    assert.equal(shown().length, all.length - 5);
    analysis.foldLevel({ level: 1 });
    assert.deepEqual(shown().slice(0, 6), ["$['items']", '[…3]', "$['items'][0]", '{…2}', "$['items'][1]", '7']);
    analysis.foldLevel({ level: 2 });
    assert.deepEqual(shown().slice(0, 6), ["$['items']", '[', '  {…2},', '  7,', '  {…1}', ']']);
    analysis.fold({ row: 2, folded: false });
    assert.deepEqual(shown().slice(2, 6), ['  {', '    "id": 1.0,', '    "b": […1]', '  },']);
    assert.equal((await find(of, { text: 'true' })).count, 4);
    assert.equal(analysis.goToMatch({ nth: 0 })?.row, 5);
    assert.equal(shown()[5], '      true');
    analysis.foldLevel({ level: null });
    assert.deepEqual(shown(), all);
    // What is folded of all is as it was before the query.
    analysis.foldLevel({ level: 1 });
    analysis.filter({ filterId: 2, path: '' });
    assert.equal(shown().length, 14);
  });
});
