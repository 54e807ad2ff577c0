import assert from 'node:assert/strict';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../src/base/value.ts';
import { decodeValue, encodeValue } from '../../src/base/valueCodec.ts';
import { diagnostics, hover, inlayHints } from '../../src/language/onDemand.ts';
import { complete } from '../support/complete.ts';
import { hostileKeys, hostileNames, hostileValues, isPolluted } from '../support/hostileValues.ts';
import { inspect, type Around, type Inspected } from '../support/inspect.ts';

const text = 'Content-Type: text/plain\n\n';

/** Looks at everything that an editor shows of a text; gives the resolved request's body, or what keeps it from being sent. */
async function lookAtAll(source: string, around: Around): Promise<{ readonly inspected: Inspected; readonly shown: string }> {
  const inspected = await inspect({ text: source, offset: source.indexOf('http://h') }, around);
  const { view } = inspected;
  const shown: string[] = [];
  const places = [...source.matchAll(/\{\{/g)].map((m) => m.index);
  for (const at of [...places.slice(0, 4), ...places.slice(4).slice(-4)]) {
    shown.push(hover(view, at + 2)?.markdown ?? '');
    await complete({ text: source, offset: at + 2 }, around);
  }
  diagnostics(view);
  shown.push(...inlayHints(view, { start: 0, end: source.length }, 'everywhere').map((h) => h.tooltip));
  return { inspected, shown: shown.join('\n') };
}

/** A value as plain data, for the files of a test. */
const plain = (value: Value): unknown => {
  if (isArrayValue(value)) return value.map(plain);
  if (!isObjectValue(value)) return value;
  const object = {};
  for (const [key, x] of value) Object.defineProperty(object, key, { value: plain(x), enumerable: true });
  return object;
};

const named = (name: string, value: unknown): Readonly<Record<string, unknown>> =>
  Object.defineProperty({}, name, { value, enumerable: true });

describe('a hostile collection', () => {
  afterEach(() => assert.ok(!isPolluted(), 'a prototype was changed'));

  describe('finds a name by what defines it alone', () => {
    const layers: Readonly<Record<string, (name: string) => Around & { readonly file?: string }>> = {
      'an answer': (name) => ({ answers: named(name, 'mine') }),
      'a script': (name) => ({ variables: named(name, 'mine') }),
      'the file': (name) => ({ file: `@${name} = mine\n` }),
      'a folder': (name) => ({ files: { 'folder.req': `@${name} = mine\n` } }),
      'an environment': (name) => ({ environments: { dev: named(name, 'mine') }, environment: 'dev' }),
      'an environment of that name': (name) => ({ environments: named(name, named(name, 'mine')), environment: name }),
      'a private environment': (name) => ({ privateEnvironments: { dev: named(name, 'mine') }, environment: 'dev' }),
      'the collection': (name) => ({ files: { 'collection.req': `@${name} = mine\n` } }),
      $shared: (name) => ({ environments: { $shared: named(name, 'mine') } }),
    };
    for (const [layer, around] of Object.entries(layers)) {
      for (const name of hostileNames) {
        it(`${layer} defines ${name.slice(0, 20)}`, async () => {
          const { file = '', ...rest } = around(name);
          const { inspected } = await lookAtAll(`${file}POST http://h/{{${name}}}?a={{${name}}}\nX: {{${name}}}\n${text}{{${name}}}`, rest);
          assert.equal(inspected.body(), 'mine');
          assert.equal(inspected.header('x'), 'mine');
          assert.equal(inspected.sent().wireUrl, 'http://h/mine?a=mine');
        });
      }
    }

    for (const name of hostileNames) {
      it(`nothing defines ${name.slice(0, 20)}`, async () => {
        const { inspected } = await lookAtAll(`POST http://h\n${text}{{${name}}}`, {
          environments: { dev: { other: 1 } },
          environment: 'dev',
        });
        assert.equal(inspected.problems().length, 1);
        const [root] = name.split('.') as [string];
        assert.match(inspected.problems()[0] ?? '', new RegExp(`${root} is not defined`));
      });
    }

    // A placeholder holds no braces.
    for (const key of hostileKeys.filter((k) => !/[{}]/.test(k))) {
      it(`a property ${JSON.stringify(key.slice(0, 20))}, and its absence`, async () => {
        const path = `{{o[${JSON.stringify(key)}]}}`;
        const source = `POST http://h\n${text}${path}`;
        const there = await lookAtAll(source, { variables: { o: named(key, 'mine') } });
        assert.equal(there.inspected.body(), 'mine');
        // A list has a length.
        for (const o of [{}, ...(key === 'length' ? [] : [[]]), 'text', 5, null, new Date(0)]) {
          const { inspected } = await lookAtAll(source, { variables: { o } });
          assert.equal(inspected.problems().length, 1, JSON.stringify(o));
        }
      });
    }
  });

  describe('has values that stay what they are', () => {
    for (const [what, value] of Object.entries(hostileValues)) {
      it(`${what}, set by a script`, async () => {
        const source = `@copy = {{v}}\n@inside = {"a": "{{v}}", "b": ["{{v}}"]}\nPOST http://h\n${text}{{v}}|{{copy}}|{{inside.a}}|{{inside.b[0]}}`;
        const { inspected } = await lookAtAll(source, { variables: { v: plain(value), x: 'expanded' } });
        const wanted = valueToText(value);
        assert.ok(inspected.body() === [wanted, wanted, wanted, wanted].join('|'));
        assert.equal(inspected.sent().headers.length, 1);
      });

      it(`${what}, in the URL and in headers, is encoded or refused`, async () => {
        const source = 'GET http://h/{{v}}?a={{v}}\nX: {{v}}\n';
        const { inspected } = await lookAtAll(source, { variables: { v: plain(value), x: 'expanded' } });
        const resolution = inspected.resolve();
        const written = valueToText(value);
        assert.equal(resolution.ok, !/[\r\n\0]/.test(written), what);
        if (!resolution.ok) return;
        const { wireUrl, headers } = resolution.request;
        assert.match(wireUrl, /^http:\/\/h\/[!-"$->@-~]*\?a=[!-"$%'-~]*$/);
        assert.deepEqual(
          headers.map(([name]) => name),
          ['X'],
        );
        if (!/%|\+/.test(written) && written.isWellFormed()) assert.ok(decodeURIComponent(wireUrl) === `http://h/${written}?a=${written}`);
      });

      it(`${what}, in an environment file and in the workspace's storage`, async () => {
        assert.deepEqual(decodeValue(JSON.parse(JSON.stringify(encodeValue(value)))), value);
        if (typeof value === 'bigint') return;
        const source = `POST http://h\n${text}{{v}}`;
        const around = { environments: { dev: { v: plain(value), x: 'expanded' } }, environment: 'dev' };
        const { inspected } = await lookAtAll(source, around);
        // What an author writes is a template, once.
        assert.ok(inspected.body() === valueToText(value).replaceAll('{{x}}', 'expanded'));
        const { shown } = await lookAtAll(source, { privateEnvironments: around.environments, environment: 'dev' });
        if (typeof value === 'string' && value.length > 2) assert.ok(!shown.includes(value), shown.slice(0, 500));
      });
    }
  });

  describe('has values that hold each other, and says so where they are too large', () => {
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
        const { inspected, shown } = await lookAtAll(`${source}POST http://h\n${text}{{v60}}`, around);
        assert.equal(inspected.problems().length, 1);
        assert.match(inspected.problems()[0] ?? '', message);
        assert.match(shown, message);
      });
    }

    it('lists of lists that are read again', async () => {
      const r = await inspect(`@v0 = [${'1,'.repeat(300_000)}1]\n${definitions(3, (v) => `[${v}, ${v}]`)}POST http://h\n${text}{{v3}}`);
      assert.match(r.problems()[0] ?? '', /v2 \(a\.req:3\): placeholders insert .* a million parts/);
    });

    it('ten thousand levels, one by one', async () => {
      const { inspected } = await lookAtAll(
        `POST http://h\n${text}{{v10000}}`,
        chain(10_000, (v) => [v]),
      );
      assert.match(inspected.problems()[0] ?? '', /v10000 \(http-client\.env\.json:\d+\): .*more than 2,000 levels/);
    });

    it('ten million characters, which is not too large', async () => {
      const value = 'x{{y}}'.repeat(1_666_667);
      const { inspected, shown } = await lookAtAll(`@copy = <{{v}}>\nPOST http://h\n${text}{{copy}}`, { variables: { v: value } });
      assert.ok(inspected.body() === `<${value}>`);
      assert.ok(shown.length < 100_000);
    });

    it('more than a request can carry', async () => {
      const variables = { v: 'x'.repeat(10_000_000) };
      const r = await inspect(`POST http://h\n${text}${'{{v}}'.repeat(100)}`, { variables });
      assert.deepEqual(
        r.problems().map((p) => p.replace(/:.*/s, '')),
        ['{{v}}'],
      );
      assert.match(r.problems()[0] ?? '', /more than 64 million characters/);
      const filtered = await inspect(`POST http://h\n${text}{{v | url | base64 | json | json | json}}{{v | upper}}`, { variables });
      assert.equal(filtered.resolve().ok, true);
    });

    it('a circle of a thousand names, in a message of some', async () => {
      const entries = Array.from({ length: 1000 }, (_, i) => [`v${i}`, `{{v${(i + 1) % 1000}}}`]);
      const { inspected } = await lookAtAll(`POST http://h\n${text}{{v0}}`, { environments: { $shared: Object.fromEntries(entries) } });
      assert.match(inspected.problems()[0] ?? '', /circle: v0 → v1 → .* → … 981 more → v999 → v0$/);
    });
  });
});
