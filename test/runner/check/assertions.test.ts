import assert from 'node:assert/strict';
import { jsonOrText } from '../../../src/base/json/json.ts';
import { parse } from '../../../src/language/index.ts';
import type { AssertedResponse, AssertionResult } from '../../../src/runner/check/assertedResponse.ts';
import { checkAssertion, rightValue, type RunPattern } from '../../../src/runner/check/assertions.ts';
import { queryLimit } from '../../../src/runner/check/queryLimit.ts';
import { noFacts } from '../../support/noFacts.ts';

const text =
  '{"id": 5, "big": 12345678901234567890, "price": 5.0, "name": "Ada", "tags": ["a", "b"], "none": null, "empty": {}, "ok": true, "s": "5", "uuid": "123e4567-e89b-12d3-a456-426614174000", "day": "2026-02-28", "time": "2026-11-23T10:00:00.5+01:00", "noDay": "2026-02-30", "mail": "ada@example.com", "url": "https://example.com/a"}';
const runPattern: RunPattern = (pattern, of) => Promise.resolve({ kind: 'done', found: pattern.test(of) });
const event = (index: number, data: string, complete = true) => ({ index, at: index, event: 'tick', data, id: '', retry: null, complete });
const response: AssertedResponse = {
  status: 201,
  headers: [
    ['Content-Length', '2'],
    ['X-Tag', 'a'],
    ['x-tag', 'b'],
    ['Set-Cookie', 'sid=abc=1; Path=/; HttpOnly; Max-Age=60; SameSite=Lax'],
    ['Set-Cookie', 'number=7'],
  ],
  text,
  size: 130,
  duration: 12.5,
  events: [event(0, '{"n": 1}'), event(1, 'plain')],
  eventCount: 2,
  joinedText: 'hello world',
  reading: undefined,
  facts: noFacts,
};

function check(written: string, of: AssertedResponse = response): Promise<AssertionResult> {
  const node = parse(`GET http://h\n\n?? ${written}\n`).blocks[0]?.assertions[0];
  assert.ok(node && node.operator.text !== '', `not an assertion: ${written}`);
  return checkAssertion(node, rightValue(node.right.text), of, () => jsonOrText(of.text), runPattern, queryLimit(10_000));
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
    'body.$.name == Ada',
    'body.$.tags[*] == ["a", "b"]',
    'body.$..id == [5]',
    'body.$["tags"][-1]==b',
    'body.tags.$[?@ > "a"] == ["b"]',
    'body.$[?@ == "Ada"] length 1',
    'body.$..nothing == []',
    'body.$..nothing !exists',
    'body.$.nothing !exists',
    'body.$..tags exists',
    'events[0].data.$..n == [1]',
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
    'body.name !contains x',
    'body.name not contains x',
    'body.name not matches ^B',
    'body.tags !contains c',
    'body.tags length 2',
    'body.tags length >= 2',
    'body.name length < 4',
    'body.id between 1 and 5',
    'body.id between 1, 5',
    'body.id between [1, 5]',
    'body.price within 5.2 ± 0.25',
    'body.price within 5.3 +- 0.3',
    'body.price not within 6 ± 0.5',
    'body.name oneOf Eve, Ada',
    'body.id oneOf [4, 5]',
    'body.id not oneOf 4, 6',
    'body.uuid isUuid',
    'body.name !isUuid',
    'body.day isDate',
    'body.time isDate',
    'body.noDay !isDate',
    'body.mail isEmail',
    'body.name !isEmail',
    'body.url isUrl',
    'body.name !isUrl',
    'body.none isNull',
    'body.id isInteger',
    'body contains id',
    'body.text contains "Ada"',
    'body.text startsWith {"id": 5',
    'events[0].text == "{\\"n\\": 1}"',
    'headers.x-tag == ["a", "b"]',
    'headers.X-TAG[1] == b',
    'headers["Content-Length"].length == 1',
    'headers.Content-Length[0] == 2',
    'headers.Content-Length[0] < 10',
    'headers.Content-Length[0] in [1, 2]',
    'headers.Content-Length == [2]',
    'headers.Content-Length contains 2',
    'header Content-Length oneOf 1, 2',
    'cookies.number.value == 7',
    'cookies.number.value between 6 and 8',
    'cookies.number.value != 7.0',
    'cookies.sid.value == abc=1',
    'cookies.sid.httpOnly == true',
    'cookies.sid.secure == false',
    'cookies.sid.maxAge == 60',
    'cookies.sid.sameSite == Lax',
    'cookies.none !exists',
    'version == HTTP/1.1',
    'redirects.length == 0',
    'duration < 1s',
    'duration within 1s',
    'duration between 1ms and 1s',
    'ttfb <= 10ms',
    'timings.download == 0',
    'certificate !exists',
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
    ['body contains Ada', /expected to have the key "Ada"/],
    ['body.name !contains d', /expected not to contain "d", got "Ada"/],
    ['body.id !isNumber', /expected anything but a number, got 5/],
    ['body.id not != 6', /^expected 6, got 5$/],
    ['body.id not >= 3', /^expected not >= 3, got 5$/],
    ['body.id !between 1 and 9', /^expected not between 1 and 9, got 5$/],
    ['body.name !length 3', /^expected not length == 3 \(it is 3\), got "Ada"$/],
    ['body.missing !contains x', /no property missing/],
    ['body.tags length 3', /expected length == 3 \(it is 2\)/],
    ['body.id length 3', /5 has no length/],
    ['body.name between 1 and 5', /cannot be ordered/],
    ['body.id between 6 and 7', /expected between 6 and 7, got 5/],
    ['body.name within 5 ± 1', /"Ada" is not a number/],
    ['cookies.nope.value == 1', /no property nope/],
    ['certificate.daysLeft > 7', /no certificate/],
    ['usage.output < 5', /no usage/],
    ['any event.data == x', /is not a stream/],
  ];
  for (const [written, why] of failing) {
    it(`fails with a reason: ?? ${written}`, async () => {
      const { passed, message } = await check(written);
      assert.equal(passed, false);
      assert.match(message ?? '', why);
    });
  }

  for (const written of ['body.error !exists', 'body[0] !exists', 'body.$..error !exists', 'body.error != 1', 'body.id exists'])
    it(`fails at a path of a body that is not JSON: ${written}`, async () => {
      const page = { ...response, text: '<h1>Bad Gateway</h1>' };
      await assert.rejects(check(written, page), /the body is not JSON, so it has no paths\. body\.text is its text/);
    });

  it('judges the text of a body that is nested too deeply for paths', async () => {
    const deep = { ...response, text: `${'['.repeat(2001)}"found"${']'.repeat(2001)}` };
    assert.equal((await check('body.text contains "found"', deep)).passed, true);
    await assert.rejects(check('body[0] exists', deep), /the body cannot be judged: .* body\.text is its text/);
  });

  it('holds where an empty body, or one that is a JSON text, has nothing at a path', async () => {
    for (const body of ['', '\n', '"error"', '5'])
      for (const written of ['body.error !exists', 'body.$..error !exists'])
        assert.equal((await check(written, { ...response, text: body })).passed, true, `${JSON.stringify(body)}: ${written}`);
  });

  for (const written of ['events[1].data.a !exists', 'events[1].data.$..a !exists', 'events[1].data[0] == 1'])
    it(`fails at a path of an event's data that is not JSON: ${written}`, async () => {
      await assert.rejects(check(written), /events\[1\]\.data is not JSON, so it has no paths\. events\[1\]\.text is its text/);
      await assert.rejects(
        check(written, { ...response, events: [event(0, ''), event(1, `[${'['.repeat(2001)}${']'.repeat(2001)}]`)] }),
        /events\[1\]\.data cannot be judged: JSON that is more than 2000 levels deep is not read/,
      );
      for (const data of ['', '"plain"']) await check(written, { ...response, events: [event(0, ''), event(1, data)] });
    });

  it('holds where an event has nothing at a path', async () => {
    for (const written of ['events[0].data.a !exists', 'events[1].error !exists', 'events[9].data.a !exists', 'events[1].data exists'])
      assert.equal((await check(written)).passed, true, written);
  });
});
