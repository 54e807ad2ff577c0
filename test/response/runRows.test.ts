import assert from 'node:assert/strict';
import { plannedTurns } from '../../src/editor/testing/plannedTurns.ts';
import { RunRows } from '../../src/editor/testing/runRows.ts';
import {
  identify,
  listRequests,
  noVariables,
  parse,
  type Collection,
  type DataRow,
  type RequestSummary,
} from '../../src/language/index.ts';
import type { CollectionEvent, RequestResult, RequestRun } from '../../src/runner/index.ts';

const file = '/ws/a.req';
const tree = parse('### one\nGET http://a/1\n\n### off\n# @disabled\nGET http://a/2\n\n### three\nGET http://a/3\n');
const [one, , three] = listRequests(tree) as readonly [RequestSummary, RequestSummary, RequestSummary];
const collection = { root: '/ws', environments: [], environmentFiles: [], shared: [] } as unknown as Collection;
const keys = new Set(listRequests(tree).map((r) => identify(tree, r).key));

function rowsOf(data?: readonly DataRow[]): RunRows {
  const chosen = [{ requests: new Map([[file, keys]]), row: undefined }];
  return new RunRows(plannedTurns([{ file, tree, collection }], chosen, data, new Set()), (f) => f.slice(4));
}

const dataRow = (line: number): DataRow => ({
  values: new Map([['name', `n${line}`]]),
  number: line - 1,
  origin: { layer: 'data', option: `d.csv:${line}`, file: '/ws/d.csv', line },
});

function runOf(request: RequestSummary, row?: DataRow, neededBy?: string): RequestRun {
  const named = row && { row, name: `name=n${row.origin.line}`, isOwn: false };
  return { request, file, neededBy, row: named, unit: { file, index: 0, rowName: named?.name, iteration: { index: 1, count: 1, row } } };
}

function started(of: RequestRun): CollectionEvent {
  const context = {
    file,
    tree,
    block: of.request.block,
    collection,
    environment: undefined,
    variables: noVariables,
    answers: noVariables,
  };
  return { kind: 'request-started', of, context };
}

function finished(of: RequestRun, result: Partial<RequestResult>): CollectionEvent {
  return {
    kind: 'request-finished',
    of,
    mask: (text) => text,
    secrets: () => [],
    result: {
      of,
      verdict: 'passed',
      reason: undefined,
      failure: undefined,
      tests: [],
      console: [],
      sent: undefined,
      status: undefined,
      statusText: undefined,
      startTime: 0,
      durationMs: 1,
      elapsedMs: 2,
      sizes: { headers: 0, body: 0, bodyDecoded: 0 },
      tries: 1,
      ...result,
    },
  };
}

describe('the rows of the summary of a run', () => {
  it('are the requests of the run, in their order, with the outcome of each', () => {
    const rows = rowsOf();
    assert.deepEqual(
      rows.all.map((r) => [r.name, r.file, r.line, r.state]),
      [
        ['one', 'a.req', 2, 'waiting'],
        ['three', 'a.req', 9, 'waiting'],
      ],
    );
    const run = runOf(three);
    rows.apply(started(run));
    rows.begun(run, 'id-3');
    assert.equal(rows.all[1]?.state, 'running');
    const tests = [
      { name: 'fine', passed: true, message: null },
      { name: 'status == 200', passed: false, message: 'was 404' },
    ];
    rows.apply(finished(run, { verdict: 'failed', status: 404, sent: { method: 'GET', url: 'http://a/3' }, tests }));
    assert.deepEqual(rows.takeChanged(), [1]);
    assert.deepEqual(rows.takeChanged(), []);
    const row = rows.all[1];
    assert.deepEqual([row?.state, row?.status, row?.passed, row?.failed, row?.note], ['failed', 404, 1, 1, 'status == 200: was 404']);
    assert.equal(row?.hasExchange, true);
    assert.equal(rows.runIdOf(1), 'id-3');
    assert.equal(rows.runIdOf(0), undefined);
    assert.deepEqual(
      rows.failed.map((p) => p.line),
      [9],
    );
  });

  it('have the time of the response, as its lens has, and without a response the whole time', () => {
    const rows = rowsOf();
    const [first, second] = [runOf(one), runOf(three)];
    for (const run of [first, second]) rows.apply(started(run));
    rows.apply(finished(first, { status: 200, durationMs: 3, elapsedMs: 40 }));
    rows.apply(finished(second, { durationMs: 0, elapsedMs: 40 }));
    assert.deepEqual(
      rows.all.map((r) => r.timeMs),
      [3, 40],
    );
  });

  it('have no time where the request was skipped', () => {
    const rows = rowsOf();
    const run = runOf(one);
    rows.apply(started(run));
    rows.apply(finished(run, { verdict: 'skipped', reason: 'not today' }));
    assert.deepEqual([rows.all[0]?.timeMs, rows.all[0]?.note], [null, 'not today']);
  });

  it('are cancelled where a cancelled run sent nothing', () => {
    const rows = rowsOf();
    const run = runOf(one);
    rows.apply(started(run));
    rows.apply(finished(run, { status: 200 }));
    rows.takeChanged();
    rows.cancel();
    assert.deepEqual(
      rows.all.map((r) => `${r.state} ${r.note}`),
      ['passed ', 'cancelled Not sent.'],
    );
    assert.deepEqual(rows.takeChanged(), [1]);
  });

  it('say on one line why a request failed', () => {
    const rows = rowsOf();
    const run = runOf(one);
    rows.apply(started(run));
    const failure = { kind: 'variable', message: 'Nothing was sent: a placeholder has no value.\n  line 2: {{who}}' } as const;
    rows.apply(finished(run, { verdict: 'failed', failure }));
    assert.equal(rows.all[0]?.note, 'Nothing was sent: a placeholder has no value.\nline 2: {{who}}');
  });

  it('come once for each row of data', () => {
    const data = [dataRow(2), dataRow(3)];
    const rows = rowsOf(data);
    assert.deepEqual(
      rows.all.map((r) => `${r.name} ${r.note}`),
      ['one name=n2', 'three name=n2', 'one name=n3', 'three name=n3'],
    );
    rows.apply(started(runOf(one, data[1])));
    assert.deepEqual(
      rows.all.map((r) => r.state),
      ['waiting', 'waiting', 'running', 'waiting'],
    );
  });

  it('grow by what is needed first, with what needed it', () => {
    const chosen = [{ requests: new Map([[file, new Set([identify(tree, three).key])]]), row: undefined }];
    const rows = new RunRows(plannedTurns([{ file, tree, collection }], chosen, undefined, new Set()), (f) => f);
    rows.apply(started(runOf(one, undefined, 'three')));
    assert.deepEqual(
      rows.all.map((r) => `${r.name} ${r.note}`),
      ['three ', 'one needed by three'],
    );
    assert.deepEqual(rows.takeChanged(), [1]);
  });
});
