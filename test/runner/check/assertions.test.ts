import assert from 'node:assert/strict';
import { jsonOrText } from '../../../src/base/json.ts';
import { parse } from '../../../src/language/index.ts';
import {
  checkAssertion,
  rightValue,
  type AssertedResponse,
  type AssertionResult,
  type RunPattern,
} from '../../../src/runner/check/assertions.ts';

const text =
  '{"id": 5, "big": 12345678901234567890, "price": 5.0, "name": "Ada", "tags": ["a", "b"], "none": null, "empty": {}, "ok": true, "s": "5"}';
const runPattern: RunPattern = (pattern, of) => Promise.resolve({ kind: 'done', found: pattern.test(of) });
const event = (index: number, data: string, complete = true) => ({ index, at: index, event: 'tick', data, id: '', retry: null, complete });
const response: AssertedResponse = {
  status: 201,
  headers: [
    ['Content-Length', '2'],
    ['X-Tag', 'a'],
    ['x-tag', 'b'],
  ],
  text,
  size: 130,
  duration: 12.5,
  events: [event(0, '{"n": 1}'), event(1, 'plain')],
  eventCount: 2,
  joinedText: 'hello world',
};

function check(written: string): Promise<AssertionResult> {
  const node = parse(`GET http://h\n\n?? ${written}\n`).blocks[0]?.assertions[0];
  assert.ok(node && node.operator.text !== '', `not an assertion: ${written}`);
  return checkAssertion(node, rightValue(node.right.text), response, () => jsonOrText(text), runPattern);
}

describe('an assertion', () => {
  const holding = [
    'status == 201',
    'status != 200',
    'status < 300',
    'status >= 201',
    'status in [200, 201]',
    'body.id == 5',
    'body.id == 5.0',
    'body.price == 5',
    'body.big == 12345678901234567890',
    'body.s != 5',
    'body.s == "5"',
    'body.name == Ada',
    'body.name contains d',
    'body.name startsWith A',
    'body.name endsWith a',
    'body.name matches ^A.a$',
    'body.name matches /^ada$/i',
    'body.tags == ["a", "b"]',
    'body.tags contains b',
    'body.tags[1] == b',
    'body.tags.length == 2',
    'body.none == null',
    'body.none exists',
    'body.missing !exists',
    'body.tags[2] !exists',
    'body.empty isEmpty',
    'body.tags isArray',
    'body isObject',
    'body.id isNumber',
    'body.big isNumber',
    'body.name isString',
    'body.ok isBoolean',
    'header content-length == 2',
    'header Content-Length < 10',
    'header X-Tag == "a, b"',
    'header X-None !exists',
    'size == 130',
    'duration < 1000',
    'events.length == 2',
    'events[0].data.n == 1',
    'events[1].data == plain',
    'text contains world',
  ];
  for (const written of holding)
    it(`holds: ?? ${written}`, async () => assert.deepEqual(await check(written), { passed: true, message: null }));

  const failing: readonly (readonly [string, RegExp])[] = [
    ['status == 200', /expected 200, got 201/],
    ['body.id == "5"', /expected "5", got 5/],
    ['body.big == 12345678901234567891', /got 12345678901234567890/],
    ['body.nmae == Ada', /no property nmae/],
    ['body.tags[2] == c', /has 2 elements/],
    ['body.name < 5', /cannot be ordered/],
    ['header X-None == 1', /has no header X-None/],
    ['body.name matches (', /not a regular expression/],
    ['body.missing exists', /to exist/],
  ];
  for (const [written, why] of failing) {
    it(`fails and says why: ?? ${written}`, async () => {
      const { passed, message } = await check(written);
      assert.equal(passed, false);
      assert.match(message ?? '', why);
    });
  }
});
