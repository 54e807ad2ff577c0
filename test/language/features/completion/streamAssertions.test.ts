import assert from 'node:assert/strict';
import { complete } from '../../../support/complete.ts';

const cases: readonly (readonly [text: string, label: string, after: string])[] = [
  ['GET http://h\n?? body.a !c|', '!contains', 'GET http://h\n?? body.a !contains ‸'],
  ['GET http://h\n?? body.a not m|', 'not matches', 'GET http://h\n?? body.a not matches ‸'],
  ['GET http://h\n?? ev|', 'every', 'GET http://h\n?? every ‸'],
  ['GET http://h\n?? any |', 'event', 'GET http://h\n?? any event‸'],
  ['GET http://h\n?? any event.|', 'data', 'GET http://h\n?? any event.data‸'],
  ['GET http://h\n?? no event.data.error e|', 'exists', 'GET http://h\n?? no event.data.error exists‸'],
  ['GET http://h\n?? event done w|', 'within', 'GET http://h\n?? event done within ‸'],
  ['GET http://h\n?? events where event == token count |', '>=', 'GET http://h\n?? events where event == token count >= ‸'],
  ['GET http://h\n?? usage.|', 'output', 'GET http://h\n?? usage.output‸'],
  ['GET http://h\n?? cookies.sid.|', 'httpOnly', 'GET http://h\n?? cookies.sid.httpOnly‸'],
];

describe('completion of negated assertions and of those on streams', () => {
  for (const [text, label, after] of cases)
    it(`${JSON.stringify(text)} takes ${label}`, async () => {
      const { take, fitting } = await complete(text);
      assert.equal(take(label), after);
      assert.ok(fitting.includes(label), 'what was typed does not find it');
    });
});
