import assert from 'node:assert/strict';
import type { ScriptResponse } from '../../../../src/runner/script/scriptTypes.ts';
import { failureOf, runScript, valueOf, type ScriptOptions } from '../../../support/scriptRun.ts';

function after(text: string, more: Partial<ScriptResponse> = {}): ScriptOptions {
  return {
    phase: 'response',
    response: {
      status: 201,
      statusText: 'Created',
      headers: [
        ['Content-Type', 'application/json; charset="utf-8"'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
      text,
      size: 42,
      duration: 12.5,
      events: [],
      ...more,
    },
  };
}

describe('response', () => {
  it('shows head, sizes and times', async () => {
    assert.deepEqual(await valueOf('[response.status, response.statusText, response.size, response.duration]', after('')), [
      201,
      'Created',
      42,
      12.5,
    ]);
  });

  it('has headers without case', async () => {
    assert.equal(await valueOf('response.headers["content-type"]', after('')), 'application/json; charset="utf-8"');
    assert.deepEqual(await valueOf('response.headers.getAll("set-cookie")', after('')), ['a=1', 'b=2']);
  });

  for (const [text, expected] of [
    ['{"a": [1, null]}', new Map([['a', [1, null]]])],
    ['\ufeff{"a": 1}', new Map([['a', 1]])],
    ['"text"', 'text'],
    ['5', 5],
    ['plain text', 'plain text'],
    ['{"a": ', '{"a": '],
    ['', ''],
    ['a\0b', 'a\0b'],
    [
      '{"id": 9007199254740993, "n": 1.0000000000000001, "m": 1234567890123456}',
      new Map<string, unknown>([
        ['id', 9007199254740993n],
        ['n', 1],
        ['m', 1234567890123456],
      ]),
    ],
    ['no 1234567890123456789 json', 'no 1234567890123456789 json'],
  ] as const) {
    it(`has the body ${JSON.stringify(text)} parsed, otherwise as text`, async () => {
      assert.deepEqual(await valueOf('response.body', after(text)), expected);
      assert.equal(await valueOf('response.text', after(text)), text);
    });
  }

  it('parses its body once', async () => {
    assert.equal(await valueOf('response.body === response.body && response.json() === response.body', after('{"a": 1}')), true);
  });

  it('reports a body for json() that is not JSON', async () => {
    assert.equal(await failureOf('response.json()', after('<html>')), 'TypeError: the response is not JSON');
  });

  for (const [what, value] of [
    ['', '1'],
    [' with numbers of many digits', '12345678901234567890'],
  ] as const) {
    const deep = after('['.repeat(100_000) + value + ']'.repeat(100_000));
    const message = 'RangeError: the body cannot be read: JSON that is more than 2000 levels deep is not read. response.text is its text';
    it(`has the reason for a body that is nested too deeply${what}`, async () => {
      assert.equal(await failureOf('response.json()', deep), message);
      assert.equal(await failureOf('response.body[0]', deep), message);
      assert.equal(await valueOf('response.text.length', deep), 200_000 + value.length);
    });

    it(`is printed with the text of a body that is nested too deeply${what}`, async () => {
      const [line] = (await runScript('console.log(response)', deep)).printed;
      assert.match(line?.[1] ?? '', /body: ['"]\[\[\[/);
    });
  }

  it('has a body that is too large for a script fail cleanly, and only when it is read', async () => {
    const large = after(JSON.stringify('x'.repeat(40 << 20)));
    assert.equal(await valueOf('response.status', large), 201);
    assert.match((await failureOf('response.body', large)) ?? '', /more than 64 MB of memory/);
  });

  it('shows events as received', async () => {
    const events = [{ index: 0, at: 5, event: 'message', data: '{"a":1}', id: '7', retry: null, complete: true }];
    assert.deepEqual(await valueOf('response.events', after('', { events })), [
      new Map<string, unknown>([
        ['event', 'message'],
        ['data', '{"a":1}'],
        ['id', '7'],
        ['retry', null],
        ['at', 5],
      ]),
    ]);
  });

  it('returns type and charset of its content type, as for older handlers', async () => {
    assert.deepEqual(await valueOf('[response.contentType.mimeType, response.contentType.charset]', after('')), [
      'application/json',
      'utf-8',
    ]);
    assert.deepEqual(await valueOf('[response.contentType.mimeType, response.contentType.charset]', after('', { headers: [] })), [
      '',
      null,
    ]);
  });

  it('cannot be changed', async () => {
    assert.equal(await valueOf('(() => { response.status = 500; return response.status })()', after('')), 201);
    assert.match((await failureOf('response.headers.A = "1"', after(''))) ?? '', /^TypeError: headers can only be changed/);
  });

  it('can be kept whole', async () => {
    const value = await valueOf('response', after('{"a": 1}'));
    assert.deepEqual((value as Map<string, unknown>).get('body'), new Map([['a', 1]]));
  });

  it('is not there before the request', async () => {
    assert.equal(await valueOf('typeof response'), 'undefined');
  });

  it('runs a handler in the other dialect unchanged', async () => {
    const run = await runScript(
      `client.test("created", function () {
         client.assert(response.status === 201, "not created");
         client.assert(response.contentType.mimeType === "application/json", "not json");
       });
       client.test("fails", () => client.assert(response.body.id === 8, "another id"));
       client.global.set("id", response.body.id);
       client.log(client.global.get("id"), client.global.get("none"));
       client.global.set("gone", 1);
       client.global.clear("gone");`,
      after('{"id": 7}'),
    );
    assert.equal(run.result.failure, undefined);
    assert.deepEqual(run.tests, [
      { name: 'created', passed: true, message: null, line: 10 },
      { name: 'fails', passed: false, message: 'another id', line: 14 },
    ]);
    assert.deepEqual([...run.variables], [['id', 7]]);
    assert.deepEqual(run.printed, [['log', '7 null']]);
  });
});
