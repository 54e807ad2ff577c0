import assert from 'node:assert/strict';
import { inspect, type Around } from '../support/inspect.ts';
import { lookAtAll } from '../support/lookAtAll.ts';

const text = 'Content-Type: text/plain\n\n';

describe('a hostile collection with values that contain each other', () => {
  const chain = (count: number, next: (before: string) => unknown): Around => {
    const entries: [string, unknown][] = [['v0', 'ha']];
    for (let i = 1; i <= count; i++) entries.push([`v${i}`, next(`{{v${i - 1}}}`)]);
    return { environments: { $shared: Object.fromEntries(entries) } };
  };
  const definitions = (count: number, next: (before: string) => string): string =>
    Array.from({ length: count }, (_, i) => `@v${i + 1} = ${next(`{{v${i}}}`)}\n`).join('');
  const doubled = (before: string): string => before + before;
  for (const [what, source, around, message] of [
    ['texts that double', '', chain(60, doubled), /more than 32 million characters/],
    ['lists that double', '', chain(60, (v) => [v, v]), /more than 32 million characters/],
    ['objects that double', '', chain(60, (v) => ({ a: v, b: { c: v } })), /more than 32 million characters/],
    ['definitions that double', `@v0 = ha\n${definitions(60, doubled)}`, {}, /more than 32 million characters/],
    [
      'definitions of lists with texts that double, and their escapes',
      `@v0 = ha\n${definitions(60, (v) => `["${v}", "${v}"]`)}`,
      {},
      /more than 12 million characters/,
    ],
    [
      'lists in a long chain',
      '',
      chain(60, (v) => JSON.parse(`${'['.repeat(100)}${JSON.stringify(v)}${']'.repeat(100)}`)),
      /more than 2,000 levels/,
    ],
  ] as const) {
    it(what, async () => {
      const { inspected, shown } = await lookAtAll(`${source}POST http://h\n${text}{{v60}}`, around, 1);
      const [problem, ...others] = inspected.problems();
      assert.match(problem ?? '', message);
      assert.deepEqual(others, []);
      assert.match(shown, message);
    });
  }

  it('reports lists of lists that are read again as too large', async () => {
    const r = await inspect(`@v0 = [${'1,'.repeat(300_000)}1]\n${definitions(3, (v) => `[${v}, ${v}]`)}POST http://h\n${text}{{v3}}`);
    assert.match(r.problems()[0] ?? '', /v2 \(a\.req:3\): placeholders insert .* a million parts/);
  });

  it('reports ten thousand levels, one by one, as too large', async () => {
    const { inspected } = await lookAtAll(
      `POST http://h\n${text}{{v10000}}`,
      chain(10_000, (v) => [v]),
    );
    assert.match(inspected.problems()[0] ?? '', /v10000 \(http-client\.env\.json:\d+\): .*more than 2,000 levels/);
  });

  it('has a value of ten million characters, which is not too large', async () => {
    const value = 'x{{y}}'.repeat(1_666_667);
    const { inspected, shown } = await lookAtAll(`@copy = <{{v}}>\nPOST http://h\n${text}{{copy}}`, { variables: { v: value } });
    assert.ok(inspected.body() === `<${value}>`);
    assert.ok(shown.length < 100_000);
  });

  it('reports more than a request can carry', async () => {
    const variables = { v: 'x'.repeat(1_000_000) };
    const r = await inspect(`POST http://h\n${text}${'{{v}}'.repeat(100)}`, { variables });
    assert.deepEqual(
      r.problems().map((p) => p.replace(/:.*/s, '')),
      ['{{v}}'],
    );
    assert.match(r.problems()[0] ?? '', /more than 64 million characters/);
    const filtered = await inspect(`POST http://h\n${text}{{v | url | base64 | json | json | json}}{{v | upper}}`, { variables });
    assert.equal(filtered.resolve().ok, true);
  });

  it('reports a circle of a thousand names in a message with some of them', async () => {
    const entries = Array.from({ length: 1000 }, (_, i) => [`v${i}`, `{{v${(i + 1) % 1000}}}`]);
    const { inspected } = await lookAtAll(`POST http://h\n${text}{{v0}}`, { environments: { $shared: Object.fromEntries(entries) } });
    assert.match(inspected.problems()[0] ?? '', /refers to itself: v0 → v1 → .* → … 981 more → v999 → v0$/);
  });
});
