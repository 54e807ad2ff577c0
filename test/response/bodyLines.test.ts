import assert from 'node:assert/strict';
import fs from 'node:fs';
import { BodyServices } from '../../src/response/bodyText/bodyServices.ts';
import { BodyLines, type BodyReport } from '../../src/response/bodyText/bodyLines.ts';
import { KeptBody } from '../../src/runner/http/exchange/keptBody.ts';
import { bodyBundle } from '../support/bodyBundle.ts';
import { until } from '../support/until.ts';

const open: (() => void)[] = [];

interface Shown {
  readonly lines: BodyLines;
  readonly reported: readonly BodyReport[];
  readonly secrets: string[];
}

function show(text: string, { patience = 60_000 } = {}): Shown {
  const body = new KeptBody();
  for (let at = 0; at < text.length; at += 100_000) body.push(Buffer.from(text.slice(at, at + 100_000)));
  const reported: BodyReport[] = [];
  const secrets: string[] = [];
  const lines = new BodyLines({
    services: new BodyServices(bodyBundle),
    size: body.size,
    open: () => ({ source: body.source(), charset: 'utf-8', layout: 'json', secrets }),
    secretsMet: () => secrets.length,
    report: (message) => reported.push(message),
    patience,
  });
  open.push(() => {
    lines.dispose();
    body.release();
  });
  return { lines, reported, secrets };
}

async function find(
  { lines, reported }: Shown,
  text: string,
  regex: boolean,
  searchId = 1,
): Promise<Extract<BodyReport, { type: 'found' }>> {
  await lines.find(searchId, { text, regex, matchCase: true }, 'pretty');
  return until('the search is over', () => reported.find((m) => m.type === 'found' && m.searchId === searchId && m.isDone)) as never;
}

const small = JSON.stringify({ a: [1, 2], b: 'x'.repeat(40) });
const large = JSON.stringify(Array.from({ length: 120_000 }, (_, i) => ({ id: i, tags: ['a'] })));

/** Threads of this process with a lower priority than its first one. */
function threadsBehind(): ReadonlySet<string> {
  return new Set(fs.readdirSync('/proc/self/task').filter((thread) => niceOf(thread) > niceOf(String(process.pid))));
}

/** By proc(5); 0 of a thread that has ended. */
function niceOf(thread: string): number {
  try {
    // After the name, which may hold anything.
    const fields = fs.readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').replace(/^.*\)/s, '');
    return Number(fields.split(' ')[17]);
  } catch {
    return 0;
  }
}

describe('the text of a body in the editor', () => {
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });

  it('is the same in a thread and without one', async () => {
    const [here, there] = [await show(small).lines.rows('pretty', 0, 9), await show(large).lines.rows('pretty', 0, 4)];
    assert.deepEqual(here.lines.slice(0, 3), ['{', '  "a": [', '    1,']);
    assert.deepEqual(there.lines, ['[', '  {', '    "id": 0,', '    "tags": [']);
  });

  it('of a large body is read without blocking the editor', async () => {
    const shown = show(large);
    await shown.lines.rows('pretty', 0, 200);
    const isRead = (): boolean => shown.reported.some((m) => m.type === 'measured' && m.mode === 'raw' && m.isWhole);
    let turns = 0;
    for (; !isRead(); turns++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(turns > 50, `${turns} turns of the event loop while it was read`);
    const page = await shown.lines.rows('pretty', 600_008, 1);
    assert.deepEqual([page.total, page.lines], [720_002, ['    "id": 100001,']]);
  });

  it('is read and looked through behind all else, once its first rows are shown', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = threadsBehind();
    await show(large).lines.rows('pretty', 0, 200);
    assert.equal([...threadsBehind()].filter((thread) => !before.has(thread)).length, 1);
  });

  it('keeps what is folded when it moves to a thread, where an expression may take for ever and is given up', async () => {
    const shown = show(small, { patience: 300 });
    await shown.lines.fold(1, true);
    const rows = async (): Promise<readonly string[]> => (await shown.lines.rows('pretty', 0, 99)).lines;
    const folded = ['{', '  "a": [', `  "b": "${'x'.repeat(40)}"`, '}'];
    assert.deepEqual(await rows(), folded);
    assert.equal((await find(shown, 'x{3}"', true)).count, 1);
    assert.deepEqual(await rows(), folded);
    const { problem } = await find(shown, '(x+x+)+y', true, 2);
    assert.match(problem ?? '', /too long/);
    assert.equal((await find(shown, 'x"', false, 3)).count, 1);
  });

  it('stops a filter that exceeds the time limit, and continues with the next', async () => {
    const shown = show(small, { patience: 300 });
    const { problem } = await shown.lines.filter(1, '$[?search(@, "(x+x+)+y")]');
    assert.match(problem?.message ?? '', /too long/);
    assert.equal((await shown.lines.filter(2, '$.a[*]')).count, 2);
    assert.deepEqual((await shown.lines.rows('pretty', 0, 9)).lines, ["$['a'][0]", '1', "$['a'][1]", '2']);
  });

  it('stops a filter when another one is requested', async () => {
    const shown = show(large);
    const [, second] = await Promise.all([shown.lines.filter(1, '$..*[?$..tags]'), shown.lines.filter(2, '$[0].id')]);
    assert.deepEqual([second.count, second.problem], [1, null]);
  });

  it('hides text that is later found to be a secret', async () => {
    const shown = show('{"a":"hush"}');
    const first = await shown.lines.rows('pretty', 0, 9);
    assert.ok(first.lines.includes('  "a": "hush"'));
    shown.secrets.push('hush');
    const again = await shown.lines.rows('pretty', 0, 9);
    assert.ok(again.lines.includes('  "a": "•••"'));
    assert.ok(again.revision > first.revision);
  });
});
