import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readCheck, type AssertionNode } from '../../../src/language/index.ts';
import { ArrivedEvent } from '../../../src/runner/check/arrivedEvent.ts';
import { rightValue } from '../../../src/runner/check/assertions.ts';
import { ContractStream } from '../../../src/runner/check/contract/contractStream.ts';
import type { PreparedSchema } from '../../../src/runner/check/preparedSchema.ts';
import { rightOfText } from '../../../src/runner/check/writtenText.ts';
import { streamCheck, type StreamCheck } from '../../../src/runner/check/streamCheck.ts';
import { StreamChecks } from '../../../src/runner/check/streamChecks.ts';
import { eventTexts } from '../../support/eventTexts.ts';
import { preparedSchema } from '../../support/preparedSchema.ts';
import { runs } from '../../support/runs.ts';

/** @param isTyped whether the right side is a variable's text, which may be a number too */
function checkOf(written: string, schema: PreparedSchema | undefined, isTyped: boolean): StreamCheck {
  const read = readCheck(written, { start: 0, end: written.length, text: written });
  assert.ok(read.ok && read.check.subject !== undefined, written);
  const { subject, operatorName: operator, negated, left, right } = read.check;
  const side = right?.text ?? '';
  const check = streamCheck({ left: left.text, subject, operator, negated, right: isTyped ? rightOfText(side) : rightValue(side), schema });
  assert.ok(check !== undefined, written);
  return check;
}

/** The same check without a plan: it reads every event. */
const plain = (check: StreamCheck): StreamCheck => ({
  push: ({ event, since }) => check.push(new ArrivedEvent(event, since)),
  state() {
    return check.state();
  },
  limit() {
    return check.limit?.();
  },
  result: (since) => check.result(since),
});

/** The results of checks, and the reason for ending the stream with the number of the event. */
function judged(checks: readonly StreamCheck[], data: readonly string[]): unknown {
  const nodes = checks.map(() => ({}) as AssertionNode);
  const all = new StreamChecks(checks.map((check, i) => ({ text: `check ${i}`, node: nodes[i], check })));
  let ended: unknown;
  let index = 0;
  const end = (reason: string): void => void (ended ??= [reason, index]);
  all.attach({ at: () => index, end, fail: end });
  all.begin('sse');
  for (const text of data) {
    all.push({ index, at: index, event: 'message', data: text, id: '', retry: null, complete: true });
    index++;
  }
  all.close();
  return [ended, nodes.map((node) => all.resultOf(node))];
}

const numbers = ['0', '1', '9', '10', '99', '100', '123456789012345', '999999999999999'];
const odd = ['-0', '-1', '1.5', '1e3', '1.0', '1000000000000000', '12345678901234567890'];
const strings = ['"x"', '""', '"xy"', '"b"', String.raw`"\u0078"`, String.raw`"x\n"`, '"{"'];
const template = fc.constantFrom('{"a":?}', '{"a":?,"b":?}', '{"a":[?,?],"b":?}', '{"b":?,"a":{"b":?}}', '{"a":?,"a":?}', '?', '[?');
const events = eventTexts(template, fc.constantFrom(numbers, [...numbers, ...numbers, ...odd], strings, [...numbers, ...strings]), 60);

const ends = [
  '>= 0',
  '> 0',
  '< 0',
  '< 100',
  '<= 9',
  '> 1.5',
  '> 99999999999999',
  '< x',
  'between 0 and 99',
  'between 1 and x',
  'within 50 ± 50',
  'isInteger',
  'isNumber',
  'isString',
  'startsWith x',
  'startsWith 1',
  'startsWith {',
  String.raw`startsWith \u`,
  'startsWith ""',
  '== 1',
  'contains x',
  'length 2',
  'isEmpty',
  'exists',
  'matches ^x',
];
const assertion = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('any', 'every', 'every', 'no'),
      fc.constantFrom('.a', '.b', '.a.b', '.a[1]', '', '.$.a', '.$.a[*]'),
      fc.constantFrom('', 'not '),
      fc.constantFrom(...ends),
    )
    .map(([which, path, not, end]) => `${which} event.data${path} ${not}${end}`),
  fc.constantFrom(
    'events where event.data.a > 1 count >= 3',
    'every event.text contains x',
    'gap < 2s',
    'ttfe < 5s',
    'event error !exists',
  ),
);
const schemaTexts = [
  '{"properties":{"a":{"type":"integer","minimum":0}}}',
  '{"properties":{"a":{"maximum":99},"b":{"exclusiveMinimum":0,"type":["integer","string"]}}}',
  '{"properties":{"a":{"anyOf":[{"minimum":10},{"exclusiveMaximum":1}]}}}',
  '{"properties":{"a":{"multipleOf":3},"b":{"minLength":1}}}',
  '{"properties":{"a":{"items":{"not":{"minimum":1000}}}}}',
];

describe('the plans of a stream', () => {
  it('have the same results and the same end as reading each event', () => {
    fc.assert(
      fc.property(events, fc.array(assertion, { minLength: 1, maxLength: 3 }), fc.boolean(), (data, written, isTyped) => {
        const checks = (): StreamCheck[] => written.map((one) => checkOf(one, undefined, isTyped));
        assert.deepEqual(judged(checks(), data), judged(checks().map(plain), data), written.join(' | '));
      }),
      { numRuns: runs(6000) },
    );
  });

  it('have the same results of schemas as reading each event, also in contracts', async () => {
    const all = await Promise.all(schemaTexts.map(preparedSchema));
    const subject = fc.constantFrom('every event.data', 'no event.data', 'every event.data.$', 'any event.data');
    fc.assert(
      fc.property(events, subject, fc.constantFrom('', '!'), fc.nat(all.length - 1), (data, left, not, nth) => {
        const schema = all[nth] as PreparedSchema;
        const contracts: ContractStream[] = [];
        const checks = (): StreamCheck[] => {
          const contract = new ContractStream(() => ({ item: schema, isEvent: false, data: undefined }));
          contracts.push(contract);
          return [
            checkOf(`${left} ${not}matchesSchema s.json`, schema, false),
            contract,
            checkOf('every event.data.b >= 0', undefined, false),
          ];
        };
        const message = `${left} ${not} ${schemaTexts[nth]}`;
        assert.deepEqual(judged(checks(), data), judged(checks().map(plain), data), message);
        const [fast, slow] = contracts.map(({ seen, more, problems, unchecked }) => ({ seen, more, problems, unchecked }));
        assert.deepEqual(fast, slow, message);
      }),
      { numRuns: runs(4000) },
    );
  });

  it('read the values that are not in a class', () => {
    const usual = [numbers.slice(0, 6), ['1', '10', '199'], ['"x"', '"xy"', '"xz"'], [String.raw`"\\ux"`, String.raw`"\\uy"`]];
    const all = [...numbers, ...odd, ...strings];
    for (const end of ends)
      for (const which of ['every', 'no', 'any'])
        for (const values of usual)
          for (const other of all) {
            const data = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `{"a":${values[i % values.length]}}`).concat(`{"a":${other}}`);
            const written = `${which} event.data.a ${end}`;
            const [fast, slow] = [checkOf(written, undefined, false), plain(checkOf(written, undefined, false))];
            assert.deepEqual(judged([fast], data), judged([slow], data), `${written} ${other}`);
          }
  });

  it('read an event with millions of escapes', () => {
    const usual = Array.from({ length: 20 }, (_, n) => `{"t":"${n}","n":${n}}`);
    const data = [...usual, `{"t":"${String.raw`\n`.repeat(6_000_000)}","n":-1}`];
    assert.match(JSON.stringify(judged([checkOf('every event.data.n >= 0', undefined, false)], data)), /can no longer pass.",20\]/);
  });

  it('push no event to a check whose result its class has', () => {
    let pushed = 0;
    const check = checkOf('every event.data.n >= 0', undefined, false);
    const counted: StreamCheck = Object.create(check, {
      push: { value: (event: ArrivedEvent) => (pushed++, check.push(event)) },
    }) as StreamCheck;
    judged(
      [counted],
      Array.from({ length: 1000 }, (_, n) => `{"n":${n}}`),
    );
    assert.ok(pushed < 10, `${pushed}`);
  });
});
