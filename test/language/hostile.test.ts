import assert from 'node:assert/strict';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../src/base/values/value.ts';
import { decodeValue, encodeValue } from '../../src/base/values/valueCodec.ts';
import { hostileKeys, hostileNames, hostileValues, isPolluted } from '../support/hostileValues.ts';
import type { Around } from '../support/inspect.ts';
import { lookAtAll } from '../support/lookAtAll.ts';

const text = 'Content-Type: text/plain\n\n';

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

  describe('finds a name only by its definitions', () => {
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
      it(`sees whether a property ${JSON.stringify(key.slice(0, 20))} exists`, async () => {
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

  describe('with hostile values', () => {
    for (const [what, value] of Object.entries(hostileValues)) {
      it(`does not change ${what} that a script sets`, async () => {
        const source = `@copy = {{v}}\n@inside = {"a": "{{v}}", "b": ["{{v}}"]}\nPOST http://h\n${text}{{v}}|{{copy}}|{{inside.a}}|{{inside.b[0]}}`;
        const { inspected } = await lookAtAll(source, { variables: { v: plain(value), x: 'expanded' } });
        const wanted = valueToText(value);
        assert.ok(inspected.body() === [wanted, wanted, wanted, wanted].join('|'));
        assert.equal(inspected.sent().headers.length, 1);
      });

      it(`encodes or refuses ${what} in the URL and in headers`, async () => {
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

      it(`does not change ${what} in an environment file and in the workspace's storage`, async () => {
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
});
