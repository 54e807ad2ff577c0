import assert from 'node:assert/strict';
import { jsonOrText, parseJson } from '../../../src/base/json/json.ts';
import { iRegexp, longestPattern } from '../../../src/base/jsonPath/iRegexp.ts';
import { parse } from '../../../src/language/index.ts';
import { checkAssertion, rightValue } from '../../../src/runner/check/assertions.ts';
import { queryLimit } from '../../../src/runner/check/queryLimit.ts';
import { noFacts } from '../../support/noFacts.ts';

/** Checks an assertion on a body. */
async function check(written: string, text: string, timeMs = 60_000): Promise<string | null> {
  const node = parse(`GET http://h\n\n?? ${written}\n`).blocks[0]?.assertions[0];
  assert.ok(node?.subject, written);
  const response = {
    status: 200,
    headers: [],
    text,
    size: text.length,
    duration: 1,
    events: [],
    eventCount: 0,
    joinedText: '',
    reading: undefined,
    facts: noFacts,
  };
  const runPattern = (): never => assert.fail('no pattern');
  const { message } = await checkAssertion(
    node,
    rightValue(node.right.text),
    response,
    () => jsonOrText(text),
    runPattern,
    queryLimit(timeMs),
  );
  return message;
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a JSONPath in an assertion', () => {
  for (const operator of ['exists', '!exists', 'length > 1', 'isArray'])
    it(`that selects too many values fails it with a report: ${operator}`, async () => {
      await assert.rejects(check(`body.$..*..*..* ${operator}`, nested(1000)), {
        kind: 'limit',
        message: /^the path \$\.\.\*\.\.\*\.\.\* selects more than 1,000,000 values\. Use a path with fewer/,
      });
    });

  it('can select a million values', async () => {
    assert.equal(await check('body.$[*] length == 1000000', `[${'1,'.repeat(999_999)}1]`), null);
  });

  const numbers = `[${Array.from({ length: 20_000 }, (_, n) => n).join()}]`;
  const large = `[${Array.from({ length: 2000 }, (_, n) => `"text ${n}"`).join()}]`;
  for (const [what, path, body] of [
    ['nested filters', '$[?@..[?@..[?@..*[0].nope]]]', nested(1000)],
    ['filters that read the whole body for each value', '$[?$..a]', `[${numbers.slice(1, -1)},${numbers.slice(1, -1)}]`],
    ['comparisons of large values', '$.n[?$.a != $.b]', `{"a":${large},"b":${large},"n":${numbers}}`],
    ['lengths of long texts', '$.n[?length($.t) == 1]', `{"t":"${'t'.repeat(100_000)}","n":${numbers}}`],
    ['regular expressions', '$.n[?search($.t, "a.*b.*c")]', `{"t":"${'a'.repeat(50)}","n":${numbers}}`],
  ] as const)
    it(`that exceeds the time limit fails it with a report: ${what}`, async () => {
      await assert.rejects(check(`body.${path} exists`, body, 5), { kind: 'limit', message: /takes longer than 0\.005 s/ });
    });

  it('that needs too much stack fails it with a report', async () => {
    const path = `${'$..z[?'.repeat(12)}$..z${']'.repeat(12)}`;
    const deepest = `${'['.repeat(1990)}{"z":[1]}${']'.repeat(1990)}`;
    assert.ok(parseJson(deepest) !== undefined);
    await assert.rejects(check(`body.${path} exists`, deepest), { kind: 'limit', message: /nested too deeply/ });
  });

  it('fails it at a regular expression that may be slow, also with !exists', async () => {
    await assert.rejects(check('body.$[?search(@, "(a+)+$")] !exists', '["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"]'), /may be too slow/);
  });

  it('fails it at a regular expression of the body that is too long', async () => {
    const body = JSON.stringify({ n: 'x', p: 'a{1}'.repeat(longestPattern / 4 + 1) });
    await assert.rejects(check('body.$[?match(@, $.p)] !exists', body), { kind: 'limit', message: /longer than 10,000 characters/ });
  });
});

describe('an I-Regexp', () => {
  it('can have many quantities', () => {
    assert.equal(iRegexp('a{1}'.repeat(longestPattern / 4), true)?.test('a'.repeat(longestPattern / 4)), true);
  });

  it('that is too long matches nothing', () => {
    assert.equal(iRegexp('a'.repeat(longestPattern + 1), true), undefined);
  });

  for (const wrong of ['}', 'a}', 'a{1}b}', 'a{x}', 'a{,1}', 'a{1}}', '{1}}'])
    it(`is invalid with a brace that is no quantity: ${wrong}`, () => assert.equal(iRegexp(wrong, true), undefined));
});

describe('an assertion on a body of JSON that is nested too deeply', () => {
  const text = nested(200_000);
  for (const written of [
    'body[0] exists',
    'body[0] !exists',
    'body.a == 1',
    'body == 5',
    'body != 5',
    'body isString',
    'body.$..a !exists',
  ])
    it(`fails with the reason: ${written}`, async () => {
      await assert.rejects(check(written, text), {
        kind: 'limit',
        message: 'the body cannot be judged: JSON that is more than 2000 levels deep is not read. body.text is its text',
      });
    });

  it('judges its text', async () => {
    for (const written of ['body exists', 'body contains "[["', 'body.text startsWith "["']) assert.equal(await check(written, text), null);
    assert.equal(await check('body == {{', '{{'), null);
  });
});
