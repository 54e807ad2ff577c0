import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readCheck } from '../../../src/language/index.ts';
import { ArrivedEvent } from '../../../src/runner/check/arrivedEvent.ts';
import { rightValue } from '../../../src/runner/check/assertions.ts';
import { condition } from '../../../src/runner/check/eventCondition.ts';
import { EventShapes } from '../../../src/runner/check/eventShapes.ts';
import type { PreparedSchema } from '../../../src/runner/check/preparedSchema.ts';
import { eventTexts } from '../../support/eventTexts.ts';
import { preparedSchema } from '../../support/preparedSchema.ts';
import { runs } from '../../support/runs.ts';

/** The results of a condition for each event, with and without shapes. */
function judged(written: string, data: readonly string[], schema?: PreparedSchema, shapes?: EventShapes): readonly unknown[] {
  const read = readCheck(written, { start: 0, end: written.length, text: written });
  assert.ok(read.ok && read.check.subject?.kind === 'each-event', written);
  const { subject, operatorName: operator, negated, right } = read.check;
  const holds = condition({ ...subject, operator, negated, right: rightValue(right?.text ?? '') }, schema);
  return data.map((text, index) => {
    const event = new ArrivedEvent({ index, at: 0, event: 'message', data: text, id: '', retry: null, complete: true }, 0, shapes);
    const { holds: passed, why, places, isLimit } = holds(event);
    return passed || [why(event), places, isLimit];
  });
}

const numbers = ['1', '2', '1.0', '1e0', '-0', '0', '0.30000000000000004', '12345678901234567890', '12345678901234567891'];
const strings = ['"x"', '""', '"b"', '"2026-01-01"', String.raw`"\n\"x"`];
/** Events share a shape only if their scalars have the same types. */
const scalars = fc.constantFrom(numbers, numbers.slice(0, 2), strings, [...numbers, ...strings, 'null']);
const template = fc.constantFrom(
  '{"a":?}',
  '{"a":{"b":?,"c":?}}',
  '{"a":[{"b":?},{"b":?}], "c": ?}',
  '{"a":?,"a":?}',
  '{"a":[?,?],"b":[1,1]}',
  '[?,?]',
  '?',
  '{"a":? ',
);
/** Few templates at a time, so that events share shapes. */
const events = eventTexts(template, scalars, 30);

const paths = [
  '.$.a',
  '.$..b',
  '.$.a[*]',
  '.$.a[0]',
  '.$.a[-1].b',
  '.$[?@.b == 1]',
  '.$.a[?@.b > 1].b',
  '.$.a[?@.b]',
  '.$..[?length(@) > 1]',
  '.$[?@ == "x"]',
  '.$[?@ == [1,1]]',
  '.$[?match(@, "x.*")]',
  '.a.$[*]',
  '.$',
].filter((path) => readCheck(`any event.data${path} exists`, { start: 0, end: 100, text: `any event.data${path} exists` }).ok);
const ends = ['exists', '!exists', '== 1', '== "x"', '== ["x"]', 'length 1', 'isArray', '!isNumber', 'contains 1', 'between 0 and 2'];

const written = [
  '{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}',
  '{"type":["object","string"]}',
  '{"properties":{"a":{"minimum":1,"maximum":12345678901234567890}}}',
  '{"properties":{"a":{"enum":[1,"x",null]}}}',
  '{"properties":{"a":{"enum":[{"b":1,"c":1},[1,1]]}}}',
  '{"properties":{"a":{"uniqueItems":true}}}',
  '{"properties":{"a":{"const":1}},"not":{"properties":{"c":{"const":"x"}}}}',
  '{"anyOf":[{"properties":{"a":{"type":"string","minLength":1}}},{"properties":{"a":{"multipleOf":2}}}]}',
  '{"oneOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"pattern":"^x"}}}]}',
  '{"if":{"properties":{"a":{"const":"x"}}},"then":{"required":["z"]},"else":{"properties":{"a":{"format":"date"}}}}',
  '{"properties":{"a":{"contains":{"const":1},"items":{"properties":{"b":{"exclusiveMinimum":1}}}}}}',
  '{"properties":{"a":{"properties":{"b":{"maxLength":0}}}},"propertyNames":{"maxLength":1},"unevaluatedProperties":false}',
  '{"properties":{"a":{"pattern":"^(a+)+$"}}}',
  '{"$ref":"#/$defs/x","$defs":{"x":{"items":{"$ref":"#/$defs/y"}},"y":{"type":"number","minimum":1}}}',
];

describe('events of one shape', () => {
  it('are judged by JSONPaths as they are when they are read', () => {
    const assertions = paths.flatMap((path) => ends.map((end) => `any event.data${path} ${end}`));
    fc.assert(
      fc.property(events, fc.constantFrom(...assertions), (data, assertion) => {
        assert.deepEqual(judged(assertion, data, undefined, new EventShapes()), judged(assertion, data), assertion);
      }),
      { numRuns: runs(6000) },
    );
  });

  it('are judged by schemas as they are when they are read', async () => {
    const all = await Promise.all(written.map(preparedSchema));
    const subjects = ['', '.a', '.$.a', '.$..b'].flatMap((path) =>
      ['', '!'].map((not) => `any event.data${path} ${not}matchesSchema s.json`),
    );
    fc.assert(
      fc.property(events, fc.constantFrom(...subjects), fc.nat(all.length - 1), (data, assertion, nth) => {
        const schema = all[nth];
        assert.deepEqual(
          judged(assertion, data, schema, new EventShapes()),
          judged(assertion, data, schema),
          `${assertion} ${written[nth]}`,
        );
      }),
      { numRuns: runs(6000) },
    );
  });

  it('are not checked in full by a schema that reads what they share', async () => {
    const schema = await preparedSchema('{"properties":{"a":{"type":"string"},"n":{"minimum":0}}}');
    let checked = 0;
    const judge = schema.evaluate.bind(schema);
    schema.evaluate = (value, left) => {
      checked++;
      return judge(value, left);
    };
    const data = Array.from({ length: 100 }, (_, i) => `{"a":"w${i}","n":${i}}`);
    assert.ok(judged('every event.data matchesSchema s.json', data, schema, new EventShapes()).every((one) => one === true));
    assert.ok(checked < 5, `${checked}`);
  });
});
