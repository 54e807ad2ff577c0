import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readCheck } from '../../../src/language/index.ts';
import { ArrivedEvent } from '../../../src/runner/check/arrivedEvent.ts';
import { rightValue } from '../../../src/runner/check/assertions.ts';
import { EventShapes } from '../../../src/runner/check/eventShapes.ts';
import { streamCheck } from '../../../src/runner/check/streamCheck.ts';
import { costsNoMore, growsLinearly } from '../../support/growsLinearly.ts';
import { runs } from '../../support/runs.ts';

/** The result of an assertion on events with the given data, with and without shapes. */
function judged(written: string, data: readonly string[], shapes: EventShapes | undefined): readonly unknown[] {
  const read = readCheck(written, { start: 0, end: written.length, text: written });
  assert.ok(read.ok, written);
  const { subject, operatorName: operator, negated, left, right } = read.check;
  assert.ok(subject !== undefined);
  const check = streamCheck({ left: left.text, subject, operator, negated, right: rightValue(right?.text ?? '') });
  assert.ok(check !== undefined);
  const states = data.map((text, index) => {
    check.push(new ArrivedEvent({ index, at: 0, event: 'message', data: text, id: '', retry: null, complete: true }, 0, shapes));
    return check.state();
  });
  return [states, check.result(0)];
}

/** Pushes events with different structures. */
function feed(count: number): void {
  const shapes = new EventShapes();
  for (let i = 0; i < count; i++) shapes.of(`{"k${i}": [${'1,'.repeat(100)}1]}`);
}

const paths = ['', '.a', '.a.b', '.a[0]', '.a[0].b', '.a.length', '.length', '["0"]', '["a b"]', '["$"]'];
const ends = [
  'exists',
  '!exists',
  'isString',
  '!isString',
  'isNumber',
  'isObject',
  'isArray',
  'isNull',
  'isInteger',
  'isEmpty',
  '== 1',
  '== x',
  '!= 1',
  '> 0',
  'contains b',
  'matches ^x',
  'length 1',
  '== "1.0"',
];
const assertions = ['any', 'every', 'no'].flatMap((which) =>
  paths.flatMap((path) => ends.map((end) => `${which} event.data${path} ${end}`)),
);

const scalar = fc.constantFrom(
  '1',
  '1.0',
  '-0',
  '2e1',
  '12345678901234567890',
  '"x"',
  '""',
  String.raw`"\n\"x"`,
  String.raw`"\u00e9"`,
  '"b"',
  'null',
  'true',
  '"\u2028{}()$"',
);
const template = fc.constantFrom(
  '{"a":?}',
  '{"a":{"b":?,"c":?}}',
  '{"a":[{"b":?}], "0": ?}',
  '{"a":?,"a":?}',
  '[?,?]',
  '?',
  '{"a b":?, "$":[?]}',
  '{"a":? ',
  'text ?',
  '\ufeff{"a":?}',
);
const event = fc.tuple(template, fc.array(scalar, { minLength: 4, maxLength: 4 })).map(([text, values]) => {
  let nth = 0;
  return text.replaceAll('?', () => values[nth++] ?? '0');
});

describe('the shapes of events', () => {
  it('judge every event as reading it does', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 40 }), fc.constantFrom(...assertions), (data, written) => {
        assert.deepEqual(judged(written, data, new EventShapes()), judged(written, data, undefined), written);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('are known after three events that differ in strings and numbers, also in others later', () => {
    const shapes = new EventShapes();
    const at = (n: number, word: string, more = 'x'): string => `{"n": ${n}, "word": ${JSON.stringify(word)}, "more": "${more}"}`;
    assert.equal(shapes.of(at(1, 'a')), undefined);
    assert.equal(shapes.of(at(2, 'b')), undefined);
    assert.ok(shapes.of(at(-3.5, 'a "quote"\n')));
    assert.equal(shapes.of(at(4, 'd', 'y')), undefined);
    assert.ok(shapes.of(at(5, 'e', 'z')));
    for (const other of ['{"n": 1, "word": "a", "more": null}', '{"n": 1, "word": "a", "more": "x"', '{"n": 01, "word": "a", "more": "x"}'])
      assert.equal(shapes.of(other), undefined, other);
  });

  it('take linear time for hostile events', () => {
    growsLinearly(
      (n) => `{"a": "${String.raw`\\\\`.repeat(n)}", "b": "${'x'.repeat(n)}"`,
      (text) => {
        const shapes = new EventShapes();
        for (const known of ['{"a": "1", "b": "2"}', '{"a": "2", "b": "3"}', text]) assert.equal(shapes.of(known), undefined);
      },
      5,
    );
  });

  it('are not learnt from every event that has none', () => {
    costsNoMore(
      () => feed(4000),
      () => feed(1000),
      4,
    );
  });
});
