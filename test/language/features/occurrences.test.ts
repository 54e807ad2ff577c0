import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parse, type DocumentTree } from '../../../src/language/index.ts';
import { environmentOccurrences } from '../../../src/language/features/navigation/environmentOccurrences.ts';
import { occurrencesIn, occurrencesOf, type Occurrence } from '../../../src/language/features/navigation/occurrences.ts';
import { readEnvironmentFile } from '../../../src/language/semantics/variables/environmentFile.ts';
import { reparse } from '../../../src/language/incremental/reparse.ts';
import { growsLinearly } from '../../support/growsLinearly.ts';

/** `role form "text under it"`, plus the name if the text differs, in the file's order. */
function shown(text: string, all: readonly Occurrence[]): readonly string[] {
  return all
    .toSorted((a, b) => a.range.start - b.range.start)
    .map(({ name, range, role, form, escaped, environment }) => {
      const under = text.slice(range.start, range.end);
      assert.equal(escaped === true, under !== name);
      return [role === 'definition' ? 'def' : 'ref', form, environment, under, under === name ? undefined : `= ${name}`]
        .filter((x) => x !== undefined)
        .join(' ');
    });
}

function allOf(text: string): readonly Occurrence[] {
  const tree = parse(text);
  return tree.blocks.flatMap((block) => occurrencesIn(tree, block));
}

const ofFile = (text: string): readonly string[] => shown(text, allOf(text));
const ofEnvironments = (text: string): readonly string[] =>
  shown(text, [...environmentOccurrences(readEnvironmentFile('/ws/http-client.env.json', text)).values()].flat());

describe('where a file names variables and requests', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['definitions and what they refer to', '@a = {{b}}/x\n', ['def definition a', 'ref placeholder b']],
    ['a method', '{{m}} http://h\n', ['ref placeholder m']],
    ['a URL and its continuation', 'GET {{ h }}/x\n  ?q={{q[0]}}\n', ['ref placeholder h', 'ref placeholder q']],
    ['headers and folds', 'GET http://h\nA: {{a}}\n  {{b}}\n', ['ref placeholder a', 'ref placeholder b']],
    ['bodies, with filters', 'POST http://h\n\n{"x": {{{x | json}}}}\n', ['ref placeholder x']],
    ['right sides of assertions', 'GET http://h\n\n?? body.id == {{id}}\n', ['ref placeholder id']],
    ['a path with dots as a whole, too', 'GET {{user.name}}\n', ['ref placeholder user', 'ref dotted user.name']],
    ['a path with an index at its root only', 'GET {{user.a[0]}}\n', ['ref placeholder user']],
    [
      'a response at its root, as variable and as request',
      'GET {{login.response["body"]}}\n',
      ['ref placeholder login', 'ref exchange login'],
    ],
    ['nothing in dynamics, prompts and escapes', 'GET {{$uuid}}{{$env.A}}{{?label}}\\{{x}}\n', []],
    [
      'directives',
      '# @prompt who What name?\n# @secret who\n# @ref login\n# @name me\nGET http://h\n',
      ['def prompt who', 'ref secret who', 'ref ref login', 'def name me'],
    ],
    ['a title as the name', '### The title\nGET http://h\n', ['def title The title']],
    ['a title not as the name where there is one', '### The title\n# @name t\nGET http://h\n', ['def name t']],
    ['no title without a request', '### The title\n@a = 1\n', ['def definition a']],
    ['CRLF and a BOM', '\ufeff@a = 1\r\n\r\nGET {{a}}\r\n', ['def definition a', 'ref placeholder a']],
  ];
  for (const [what, text, expected] of cases) it(`has ${what}`, () => assert.deepEqual(ofFile(text), expected));

  const script = (code: string): string => `GET http://h\n\n> {%\n${code}\n%}\n`;
  const scripts: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'calls of the API',
      'tool.setVar("a", 1); tool.getVar(\'b\'); tool.hasVar(`c`); tool . deleteVar ( "d" ); await tool.send("e")',
      ['def script-set a', 'ref script-get b', 'ref script-has c', 'ref script-delete d', 'ref script-send e'],
    ],
    [
      "JetBrains' calls",
      'client.global.set("a", 1); client.global.get("a"); client.global.clear("a")',
      ['def script-set a', 'ref script-get a', 'ref script-delete a'],
    ],
    ['a name over lines', 'tool.setVar(\n  "a", // why\n  1)', ['def script-set a']],
    ['placeholders in texts', 'tool.interpolate("{{a}}/{{b.c}}")', ['ref placeholder a', 'ref placeholder b', 'ref dotted b.c']],
    [
      'placeholders in templates',
      'request.url = `{{h}}/${x + `{{i}}`}/{{j}}`',
      ['ref placeholder h', 'ref placeholder i', 'ref placeholder j'],
    ],
    ['names with escapes, as what they mean', 'tool.getVar("a\\u0062\\x63")', ['ref script-get a\\u0062\\x63 = abc']],
    ['names beside escapes', 'tool.interpolate("\\n\\"{{a}}\\"")', ['ref placeholder a']],
    ['no names that are made up', 'tool.setVar(name, 1); tool.setVar("a" + b, 1); tool.setVar(`a${b}`, 1)', []],
    ["nothing of other people's calls", 'my.tool.getVar("a"); getVar("b"); tool.other("c")', []],
    ['nothing in comments', '// tool.setVar("a", 1)\n/* tool.setVar("b", 1) */', []],
    ['nothing in regular expressions', 'x = /"/.test(y); tool.getVar("a")', ['ref script-get a']],
    ['what follows a division', 'x = 1 / 2; tool.getVar("a"); y = b / 3', ['ref script-get a']],
    ['what follows a text that is not closed', 'x = "abc\ntool.getVar("a")', ['ref script-get a']],
  ];
  for (const [what, code, expected] of scripts) it(`has ${what} of a script`, () => assert.deepEqual(ofFile(script(code)), expected));

  it('are found by name, also after a keystroke has moved them', () => {
    const text = '@a = 1\n###\nGET {{a}}\n###\nGET {{b}}\n###\nGET {{a}}{{b}}{{a}}\n';
    const placesOf = (tree: DocumentTree): readonly string[] =>
      ['a', 'b', 'c'].map((name) =>
        occurrencesOf(tree, name)
          .map((o) => `${tree.text.slice(o.range.start, o.range.end)}${o.range.start}`)
          .join(),
      );
    const before = parse(text);
    placesOf(before);
    for (const changed of [`#\n${text}`, text.replace('{{b}}', '{{c}}'), text.replace('###\nGET {{a}}\n', '')])
      assert.deepEqual(placesOf(reparse(before, changed)), placesOf(parse(changed)));
  });

  it('finds every block of a file with errors', () => {
    assert.deepEqual(ofFile('GET {{a}}\nno header\n###\n< {%\nGET {{b}}\n###\nGET {{c}}\n'), ['ref placeholder a', 'ref placeholder c']);
  });

  it('needs time that is linear in a hostile script', () => {
    for (const piece of ['/[', '`${', 'tool.', '"\\', '/*', '${`}'])
      growsLinearly(
        (n) => script(piece.repeat(n)),
        (text) => void allOf(text),
        // A shorter text: a pause of the machine must not look like a square.
        4 * piece.length,
      );
  });

  it('never fails, and its ranges hold the name', () => {
    const piece = fc.constantFrom(
      '###',
      ' t',
      '\n',
      '@a',
      ' = ',
      '{{a}}',
      '{{a.b}}',
      '< {%',
      '%}',
      'tool.setVar(',
      '"',
      '`',
      '${',
      '\\',
      '/',
      ',',
      ')',
      'GET ',
      '#',
      ' @name x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        ofFile(text);
      }),
    );
  });
});

describe('where an environment file names variables', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'keys of each environment, shared ones too',
      '{"dev": {"host": "h"}, "$shared": {"n": 1}}',
      ['def environment dev host', 'def environment $shared n'],
    ],
    [
      'placeholders in values, at any depth',
      '{"dev": {"u": {"deep": ["{{a}}", "{{b.c}}"]}}}',
      ['def environment dev u', 'ref placeholder a', 'ref placeholder b', 'ref dotted b.c'],
    ],
    ['placeholders behind escapes', '{"dev": {"u": "\\u00e4\\n\\"{{a}}\\""}}', ['def environment dev u', 'ref placeholder a']],
    [
      'names with escapes, as what they mean',
      '{"dev": {"\\u0061": "{{\\u0062}}"}}',
      ['def environment dev \\u0061 = a', 'ref placeholder \\u0062 = b'],
    ],
    ['no settings', '{"dev": {"$protected": "{{x}}", "a": 1}}', ['def environment dev a']],
    ['nothing where it is no JSON', '{"dev": ', []],
  ];
  for (const [what, text, expected] of cases) it(`has ${what}`, () => assert.deepEqual(ofEnvironments(text), expected));
});
