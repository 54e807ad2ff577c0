import assert from 'node:assert/strict';
import type { ScriptJob } from '../../../../src/runner/script/scriptTypes.ts';
import { failureOf, runScript, valueOf } from '../../../support/scriptRun.ts';

const request: ScriptJob['request'] = {
  name: 'createUser',
  method: 'POST',
  url: 'http://localhost/users/{{id}}',
  headers: [
    ['Accept', 'text/html'],
    ['X-Tag', 'a'],
    ['accept', 'text/plain'],
    ['x-tag', 'b'],
  ],
  body: '{"name": "{{name}}"}',
};

async function changed(source: string): Promise<ScriptJob['request']> {
  const { result } = await runScript(source, { request });
  assert.equal(result.failure, undefined);
  return result.request;
}

describe('request', () => {
  it('shows the request as written', async () => {
    assert.deepEqual(await valueOf('[request.name, request.method, request.url, request.body]', { request }), [
      'createUser',
      'POST',
      'http://localhost/users/{{id}}',
      '{"name": "{{name}}"}',
    ]);
    assert.equal(await valueOf('request.body'), null);
  });

  it('is sent unchanged if the script does not change it', async () => {
    assert.deepEqual(await changed('tool.setVar("a", 1)'), request);
  });

  it('accepts a new method, url and body', async () => {
    const { method, url, body } = await changed('request.method = "PUT"; request.url += "?a=" + 1; request.body = "{{x}}";');
    assert.deepEqual([method, url, body], ['PUT', 'http://localhost/users/{{id}}?a=1', '{{x}}']);
  });

  it('sends an object as JSON and null as no body', async () => {
    assert.equal(
      (await changed('request.body = { at: new Date(0), n: 10n ** 20n, list: [1] }')).body,
      '{"at":"1970-01-01T00:00:00.000Z","n":100000000000000000000,"list":[1]}',
    );
    assert.equal((await changed('request.body = null')).body, undefined);
  });

  for (const [source, message] of [
    ['request.method = {}', 'TypeError: request.method must be text, not object'],
    ['request.url = null', 'TypeError: request.url must be text, not null'],
    ['request.body = () => 1', 'TypeError: request.body must be text, not function'],
    ['request.body = [NaN]', 'TypeError: value[0] is NaN: only text, numbers, booleans, null, dates, arrays and plain objects can be kept'],
    ['request.name = "x"', 'TypeError: request.name cannot be changed'],
    ['request.headers = {}', 'TypeError: request.headers is changed field by field: request.headers[name] = value'],
    ['request.headers.get = 1', 'TypeError: headers.get cannot be replaced; use headers.set(name, value)'],
    ['request.headers["a b"] = "1"', 'TypeError: "a b" cannot be the name of a header'],
    ['request.headers["a\\r\\nb"] = "1"', 'TypeError: "a\r\nb" cannot be the name of a header'],
    ['request.headers.A = {}', 'TypeError: the header A must be text, not object'],
    ['request.headers.A = [1]', 'TypeError: the header A must be text, not an array'],
  ] as const) {
    it(`refuses ${source}`, async () => {
      assert.equal(await failureOf(source, { request }), message);
    });
  }

  it('cannot be changed after it was sent', async () => {
    const sent = { request, phase: 'response' } as const;
    assert.equal(await failureOf('request.url = "x"', sent), 'TypeError: request.url can only be changed by a script before the request');
    assert.match((await failureOf('request.headers.A = "x"', sent)) ?? '', /only be changed by a script before the request/);
    assert.deepEqual((await runScript('1', sent)).result.request, request);
  });

  describe('headers', () => {
    for (const [expression, expected] of [
      ['request.headers.Accept', 'text/html, text/plain'],
      ['request.headers["ACCEPT"]', 'text/html, text/plain'],
      ['request.headers.get("x-tag")', 'a, b'],
      ['request.headers.get("none")', null],
      ['typeof request.headers.none', 'undefined'],
      ['request.headers.getAll("X-TAG")', ['a', 'b']],
      ['[request.headers.has("accept"), request.headers.has("none"), "accept" in request.headers]', [true, false, true]],
      ['Object.keys(request.headers)', ['Accept', 'X-Tag']],
      [
        '[...request.headers]',
        [
          ['Accept', 'text/html'],
          ['X-Tag', 'a'],
          ['accept', 'text/plain'],
          ['x-tag', 'b'],
        ],
      ],
      ['JSON.stringify(request.headers)', '{"Accept":"text/html, text/plain","X-Tag":"a, b"}'],
      [
        '(() => { const seen = []; request.headers.forEach((value, name) => seen.push(name + "=" + value)); return seen })()',
        ['Accept=text/html', 'X-Tag=a', 'accept=text/plain', 'x-tag=b'],
      ],
      [
        'request.headers',
        new Map([
          ['Accept', 'text/html, text/plain'],
          ['X-Tag', 'a, b'],
        ]),
      ],
      ['request.headers.valuesOf("x-tag")', ['a', 'b']],
      ['request.headers.valueOf("X-Tag")', 'a, b'],
    ] as const) {
      it(expression, async () => {
        assert.deepEqual(await valueOf(expression, { request }), expected);
      });
    }

    it('keep place, case and order when one is set', async () => {
      const { headers } = await changed('request.headers.ACCEPT = "*/*"; request.headers["X-New"] = 5; request.headers.set("x-tag", "c")');
      assert.deepEqual(headers, [
        ['Accept', '*/*'],
        ['X-Tag', 'c'],
        ['X-New', '5'],
      ]);
    });

    it('may repeat', async () => {
      const { headers } = await changed('request.headers.append("X-Tag", "{{c}}")');
      assert.deepEqual(headers, [...request.headers, ['X-Tag', '{{c}}']]);
    });

    it('may be deleted', async () => {
      const { headers } = await changed(
        'delete request.headers.ACCEPT; request.headers.delete("x-tag"); request.headers.delete("none"); request.headers.Gone = null;',
      );
      assert.deepEqual(headers, []);
    });

    it('named like what every object has are headers', async () => {
      const { headers } = await changed(
        'request.headers["__proto__"] = "1"; request.headers.constructor = "2"; request.headers.toString = "3";',
      );
      assert.deepEqual(headers.slice(4), [
        ['__proto__', '1'],
        ['constructor', '2'],
        ['toString', '3'],
      ]);
    });
  });
});
