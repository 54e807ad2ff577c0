import assert from 'node:assert/strict';
import { operators, subjects } from '../../../src/language/catalog/assertionCatalog.ts';
import { operatorTexts, subjectTexts } from '../../../src/language/catalog/assertionTexts.ts';
import { parse } from '../../../src/language/index.ts';
import { formatted } from '../../support/formatted.ts';

const messageOf = (line: string): string | undefined => parse(`GET http://h\n\n${line}\n`).diagnostics[0]?.message;

describe('the catalog of assertions', () => {
  it('has a text for every subject and operator', () => {
    assert.deepEqual(Object.keys(subjectTexts).toSorted(), subjects.map(({ name }) => name).toSorted());
    assert.deepEqual(Object.keys(operatorTexts).toSorted(), operators.map(({ name }) => name).toSorted());
  });
});

describe('the parts of an assertion', () => {
  it('are a path; one with the signs of a JSONPath or a placeholder has a message of its own', () => {
    for (const path of ['body.items[*].a', 'body..price', 'body[?@.n > 1]'])
      assert.equal(messageOf(`?? ${path} == 1`), 'Only a JSONPath selects several values: it begins with $, as in body.$.items[*].id.');
    assert.match(messageOf('?? body.items[{{i}}].a == 1') ?? '', /^A path contains no placeholders:/);
    assert.equal(messageOf('?? body["a == 1'), 'Expected a path after body: write body.name, body[0] or body["key"].');
  });

  it('are the subject, the operator with its negation, and the right side', () => {
    const [node] =
      parse('GET http://h\n\n?? events where event == token and event.data.n > 1 count not == {{n}}\n').blocks[0]?.assertions ?? [];
    assert.equal(node?.left.text, 'events where event == token and event.data.n > 1 count');
    assert.deepEqual(node.subject, {
      kind: 'event-count',
      where: [
        { steps: [], operator: '==', negated: false, right: 'token' },
        { steps: ['data', 'n'], operator: '>', negated: false, right: '1' },
      ],
    });
    assert.equal(node.operator.text, 'not ==');
    assert.equal(node.operatorName, '==');
    assert.equal(node.negated, true);
    assert.equal(node.right.text, '{{n}}');
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['?? statsu == 1', /did you mean status\?/],
    ['?? status.code == 1', /status has no parts/],
    ['?? body.$..[ exists', /is not a JSONPath: .*\(character 6\)/],
    ['?? any event.data.$[ exists', /is not a JSONPath/],
    ['?? body !matchesShape', /cannot be negated/],
    ['?? body matchesSchema', /value is missing/],
    ['?? body matchesSchema {"type": ', /Expected matchesSchema/],
    ['?? gap matchesSchema ./a.json', /cannot be used with gap/],
    ['?? body.x contians 1', /did you mean contains\?/],
    ['?? body.x not 1', /Unknown operator not/],
    ['?? body.x !!contains 1', /Unknown operator/],
    ['?? body.x between 1', /Expected between A and B/],
    ['?? body.x within 5', /Expected within 10 ± 0\.5\.$/],
    ['?? gap within 5', /or a time such as 5s/],
    ['?? body.x before event b', /before compares events/],
    ['?? event done == 5', /An event has no value to compare/],
    ['?? event', /A name is missing after event/],
    ['?? any body.x == 1', /Expected event after any/],
    ['?? events where body == 1 count > 1', /Expected a condition after where/],
    ['?? events where event == a', /Expected `and` or `count`/],
    ['?? events where event count > 1', /Expected an operator after event/],
    ['?? any event matchesSnapshot', /matchesSnapshot cannot be used with any event/],
    ['?? body.x isUuid 1', /isUuid takes no value/],
    ['?? status == 200 && body.id == 1 && body.x exists', /one condition: write the second one in a line of its own/],
    ['?? status == 200 and header X-A exists', /one condition: write the second/],
    ['?? status == 200 || status == 201', /For alternatives use oneOf/],
  ];
  for (const [line, message] of wrong) it(`are refused with a reason: ${line}`, () => assert.match(messageOf(line) ?? '', message));

  const foreign: readonly (readonly [line: string, meant: string])[] = [
    ['?? body $.ok == true', 'body.$.ok'],
    ['?? $.ok == true', 'body.$.ok'],
    ['?? jsonpath "$.items[?(@.a == 1)].x" count 3', 'body.$.items[?(@.a == 1)].x'],
    ["?? jsonpath '$.a' exists", 'body.$.a'],
    ['?? body items[0].id eq 5', 'body.items[0].id'],
    ['?? response.body.items[0] exists', 'body.items[0]'],
    ['?? res.body.id: eq 5', 'body.id'],
    ['?? res.getStatus() eq 200', 'status'],
    ['?? response.statusCode == 200', 'status'],
    ['?? res.responseTime: lt 5', 'duration'],
    ['?? response.headers.get("X-Id") exists', 'header X-Id'],
    ['?? header "X-Id" !exists', 'header X-Id'],
    ['?? header X-Id: == 1', 'header X-Id'],
    ['?? cookie "sid" exists', 'cookies.sid.value'],
    ['?? status eq 200', '=='],
    ['?? status = 200', '=='],
    ['?? status not equals 200', 'not =='],
    ['?? body.tags notContains a', '!contains'],
    ['?? body.done isTrue', '== true'],
    ['?? statsu == 200', 'status'],
    ['?? status 200', '== 200'],
    ['?? body.name "Ada"', '== "Ada"'],
    ['@a << jsonpath "$.id"', 'body.$.id'],
    ['@a << response.body.id', 'body.id'],
    ['@a << body $.id', 'body.$.id'],
    ['@a << bdoy.id', 'body'],
  ];
  for (const [line, meant] of foreign)
    it(`of other clients lead to those of Req: ${line}`, () => {
      const { text, diagnostics } = parse(`GET http://h\n\n?? status == 200\n${line}\n`);
      const [{ message, range, suggestion } = assert.fail()] = diagnostics;
      assert.equal(suggestion, meant);
      assert.ok(message.endsWith(`: did you mean ${meant}?`), message);
      const changed = parse(`${text.slice(0, range.start)}${meant}${text.slice(range.end)}`);
      assert.ok(
        changed.diagnostics.every((d) => d.range.start > range.start),
        JSON.stringify(changed.diagnostics),
      );
    });

  it('compare with a text that only looks like a second condition', () => {
    for (const line of ['?? body.text contains rock and roll', '?? body.x == a && b', '?? body.x == status or size'])
      assert.equal(messageOf(line), undefined, line);
  });

  it('of unknown words lead to none', () => {
    for (const line of [
      '?? foo == 1',
      '?? body foo',
      '?? body foo bar',
      '?? $.items[?@.a == 1] exists',
      '?? body.x not notIn 1',
      '@a << foo',
    ])
      assert.equal(parse(`GET http://h\n\n?? status == 200\n${line}\n`).diagnostics[0]?.suggestion, undefined, line);
  });

  it('can have placeholders where numbers are needed', () => assert.equal(messageOf('?? body.x between {{low}} and {{high}}'), undefined));

  it('are one space apart after formatting, and values are unchanged', async () =>
    assert.equal(
      await formatted('GET http://h\n\n??  events   where event == "a  b"   count   not   ==   "x  y"\n??any   event.data.x isNumber\n'),
      'GET http://h\n\n?? events where event == "a  b" count not == "x  y"\n?? any event.data.x isNumber\n',
    ));

  it('of @until are checked as those of an assertion', () => {
    const problem = (text: string): string | undefined => parse(`# @until ${text}\nGET http://h\n`).diagnostics[0]?.message;
    assert.equal(problem('any event.data == "[DONE]"'), undefined);
    assert.match(problem('body.x == 1') ?? '', /known only at the end/);
    assert.match(problem('any event.data equals 1') ?? '', /Unknown operator equals/);
  });
});
