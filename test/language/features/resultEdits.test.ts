import assert from 'node:assert/strict';
import { parseJson } from '../../../src/base/json/json.ts';
import { applyEdits } from '../../../src/language/edit.ts';
import { assertionEdit, setVariableEdit, type ResultValue } from '../../../src/language/features/edits/resultEdits.ts';
import { isRequest, type RequestBlock } from '../../../src/language/syntax/nodes.ts';
import { parse } from '../../../src/language/syntax/parser.ts';
import { parseTemplate } from '../../../src/language/syntax/template.ts';
import { noFacts } from '../../support/noFacts.ts';
import { checkAssertion, rightValue } from '../../../src/runner/check/assertions.ts';
import { queryLimit } from '../../../src/runner/check/queryLimit.ts';

const id: ResultValue = { path: ['items', 0, 'id'], json: '7' };

const response = {
  status: 200,
  headers: [],
  text: '',
  size: 0,
  duration: 0,
  events: [],
  eventCount: 0,
  joinedText: '',
  reading: undefined,
  facts: noFacts,
};

function firstRequest(text: string): RequestBlock {
  const block = parse(text).blocks.find(isRequest);
  assert.ok(block);
  return block;
}

function withAssertion(text: string, value = id): string | undefined {
  const tree = parse(text);
  const edit = assertionEdit(tree, firstRequest(text), value);
  return edit && applyEdits(text, [edit]);
}

const withVariable = (text: string): string => applyEdits(text, [setVariableEdit(parse(text), firstRequest(text), 'itemsId', id.path)]);

describe('an assertion made of a value', () => {
  for (const [what, before, after] of [
    ['a request line alone', 'GET x', 'GET x\n\n?? body.items[0].id == 7\n'],
    ['a request line at the end of a line', 'GET x\n', 'GET x\n\n?? body.items[0].id == 7\n'],
    ['headers', 'GET x\nA: b\n', 'GET x\nA: b\n\n?? body.items[0].id == 7\n'],
    ['a query', 'GET x\n  ?a=1\n  &b=2\n', 'GET x\n  ?a=1\n  &b=2\n\n?? body.items[0].id == 7\n'],
    ['a body, whose text stays', 'POST x\n\na\n\nb  \n\n\n', 'POST x\n\na\n\nb  \n\n?? body.items[0].id == 7\n\n\n'],
    ['other assertions', 'GET x\n\n?? status == 200\n', 'GET x\n\n?? status == 200\n?? body.items[0].id == 7\n'],
    ['a script after the response', 'GET x\n\n> {%\n  a();\n%}\n', 'GET x\n\n?? body.items[0].id == 7\n\n> {%\n  a();\n%}\n'],
    ['another request below', '### a\nGET x\n\n### b\nGET y\n', '### a\nGET x\n\n?? body.items[0].id == 7\n\n### b\nGET y\n'],
    ['line ends of Windows', 'GET x\r\n\r\n?? status == 200\r\n', 'GET x\r\n\r\n?? status == 200\r\n?? body.items[0].id == 7\r\n'],
  ] as const) {
    it(`is below ${what}`, () => {
      const text = withAssertion(before);
      assert.equal(text, after);
      const block = firstRequest(text ?? '');
      assert.deepEqual([block.assertions.at(-1)?.left.text, block.assertions.at(-1)?.right.text], ['body.items[0].id', '7']);
      assert.equal(block.body?.range.end, firstRequest(before).body?.range.end);
    });
  }

  it('holds for what it was made of, whatever that is', async () => {
    const values = [
      '7',
      '-0',
      '1.0',
      '12345678901234567890',
      '1e400',
      '"a"',
      '""',
      '"a\\nb \\"q\\" \\\\"',
      '"{{x}} {{{y}}}"',
      'true',
      'null',
      '{"a":1}',
      '[]',
      JSON.stringify('x'.repeat(5000)),
    ];
    const paths = [
      [],
      [0],
      ['a'],
      ['a b', 'c.d'],
      ['0'],
      ["it's"],
      ['ключ', 'a-b', '$x'],
      ['length'],
      ['__proto__'],
      [''],
      ['a}}b', '{{c}}', 'd"e\\'],
      ['a == b', '?? x'],
    ] as const;
    for (const json of values) {
      for (const path of paths) {
        const text = withAssertion('GET x\n', { path, json });
        assert.ok(text !== undefined, `${JSON.stringify(path)} ${json}`);
        const [assertion, ...others] = firstRequest(text).assertions;
        assert.ok(assertion && others.length === 0, text);
        const body = path.reduceRight<string>(
          (inner, part) => (typeof part === 'number' ? `[${inner}]` : `{${JSON.stringify(part)}:${inner}}`),
          json,
        );
        const parts = parseTemplate(assertion.right.text).parts;
        const right = rightValue(parts.map((part) => (part.kind === 'text' ? part.text : assert.fail(text))).join(''));
        const result = await checkAssertion(
          assertion,
          right,
          response,
          () => parseJson(body) ?? null,
          () => assert.fail('no pattern'),
          queryLimit(10_000),
        );
        assert.equal(result.passed, true, `${text}\n${result.message ?? ''}`);
      }
    }
  });
});

describe('a variable made of a value', () => {
  const line = 'tool.setVar("itemsId", response.body.items[0].id);';
  for (const [what, before, after] of [
    ['in a new script below what is sent', 'GET x\n', `GET x\n\n> {%\n  ${line}\n%}\n`],
    ['in a new script below the assertions', 'GET x\n\n?? status == 200\n', `GET x\n\n?? status == 200\n\n> {%\n  ${line}\n%}\n`],
    ['in the script that is there', 'GET x\n\n> {%\n    a(); // b\n%}\n', `GET x\n\n> {%\n    a(); // b\n    ${line}\n%}\n`],
    ['in a script of one line', 'GET x\n\n> {% a() %}\n', `GET x\n\n> {% a()\n  ${line}\n%}\n`],
    ['in an empty script', 'GET x\n\n> {%\n%}\n', `GET x\n\n> {%\n  ${line}\n%}\n`],
    ['in a new one where the other is a file', 'GET x\n\n> ./a.js\n', `GET x\n\n> {%\n  ${line}\n%}\n\n> ./a.js\n`],
    ['between requests', 'GET x\n\n###\nGET y\n', `GET x\n\n> {%\n  ${line}\n%}\n\n###\nGET y\n`],
  ] as const) {
    it(`is set ${what}`, () => {
      const text = withVariable(before);
      assert.equal(text, after);
      assert.ok(firstRequest(text).responseScripts.some((s) => s.source.text.includes(line)));
      assert.equal(parse(text).blocks.filter(isRequest).length, parse(before).blocks.filter(isRequest).length);
    });
  }

  it('has names that JavaScript has no word for in quotes', () => {
    const text = 'GET x\n';
    const edit = setVariableEdit(parse(text), firstRequest(text), 'a', ['a b', 0, 'c-d', 'if', "it's"]);
    assert.match(edit.newText, /response\.body\["a b"\]\[0\]\["c-d"\]\.if\["it's"\]/);
  });
});
