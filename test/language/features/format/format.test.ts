import assert from 'node:assert/strict';
import { applyEdits, type FileView } from '../../../../src/language/index.ts';
import { format } from '../../../../src/language/onDemand.ts';
import { formatted, viewOf, type FormatAround } from '../../../support/formatted.ts';
import { growsLinearly } from '../../../support/growsLinearly.ts';

/** Behaviour, the text before, the text after. */
type Case = readonly [behaviour: string, before: string, after: string, around?: FormatAround];

function cases(all: readonly Case[]): void {
  for (const [behaviour, before, after, around] of all)
    it(behaviour, async () => {
      assert.equal(await formatted(before, around), after);
      assert.equal(await formatted(after, around), after, 'formatted once more');
    });
}

/** Behaviour, a text that stays. */
function kept(all: readonly (readonly [behaviour: string, text: string])[]): void {
  cases(all.map(([behaviour, text]) => [behaviour, text, text]));
}

describe('formatting lines', () => {
  cases([
    ['puts one space after ### and takes the white space at its end', '###Create  a user \t\nGET h\n', '### Create  a user\nGET h\n'],
    ['keeps a long line of hashes', '#####  A\n######\n', '##### A\n\n######\n'],
    ['puts one space on both sides of the = of a variable', '@a=b\n@c   =   d  e \n@f =\n@g=\n', '@a = b\n@c = d  e\n@f =\n@g =\n'],
    ['leaves the JSON of a variable as it is', '@a={"x":  [1,2]}\n', '@a = {"x":  [1,2]}\n'],
    ['keeps a value that begins with =', '@a==b\n', '@a = =b\n'],
    [
      'puts one space around the name of a directive',
      '#@name   x\n//  @timeout=5s\n#   @no-redirect  \n# @tag a,  b\n',
      '# @name x\n// @timeout 5s\n# @no-redirect\n# @tag a,  b\n',
    ],
    ['keeps an argument that begins with =', '# @name ==x\n', '# @name = =x\n'],
    ['trims comments and leaves their text', '#a\n//  b   c  \n  # @name no directive  \n', '#a\n//  b   c\n  # @name no directive\n'],
    [
      'writes a known method as it is sent, and single spaces in the request line',
      '  post   {{host}}/a  b\tHTTP/1.1 \n\n###\nPurge  http://h\n\n### \nhttp://h   HTTP/1.0\n',
      'POST {{host}}/a  b HTTP/1.1\n\n###\nPurge http://h\n\n###\nhttp://h HTTP/1.0\n',
    ],
    ['indents lines that continue the URL', 'GET h\n\t/a\n  ?b=1\n        &c=2  \n', 'GET h\n    /a\n    ?b=1\n    &c=2\n'],
    [
      'puts one space after the colon of a header and keeps its case and order',
      'GET h\nx-B:1\nX-a :   2  3\t\nEmpty:  \nX-Long: a\n\tb  \n',
      'GET h\nx-B: 1\nX-a: 2  3\nEmpty:\nX-Long: a\n    b\n',
    ],
    [
      'puts single spaces between the parts of an assertion, but not inside them',
      'GET h\n\n??status==200\n??   header   X-A  contains   "a  b"\n??body["a  b"]!exists \n?? body ==  a   b\n',
      'GET h\n\n?? status == 200\n?? header X-A contains "a  b"\n?? body["a  b"] !exists\n?? body == a   b\n',
    ],
    [
      'leaves the text of scripts as it is, and formats the lines around',
      '<{%  a( 1 )\n\n\n  b  \n  %}  \n<   ./a b.js \nGET h\n\n>{% c %} \n>  ./d.js\n<>   ./e.json \n',
      '< {%  a( 1 )\n\n\n  b  \n  %}\n< ./a b.js\nGET h\n\n> {% c %}\n> ./d.js\n<> ./e.json\n',
    ],
    ['works in a shared file', 'Accept:a\n  b\n\n\n@x=1\n', 'Accept: a\n    b\n\n@x = 1\n', { at: 'collection.req' }],
  ]);

  kept([
    ['leaves a comment that only begins like a directive', '# @ada  wrote this\n# @name.of  something\n'],
    ['leaves lines that are errors', 'GET h\nno  header \n&a=1\n\n?? stat  ==1 \n\n>{% never closed  \n\n\n### B\n'],
    ['leaves an indented line that would begin a script', '  < {% x %}\n'],
    ['leaves an empty file', ''],
    ['leaves a file of a byte order mark', '\ufeff'],
  ]);
});

describe('formatting empty lines', () => {
  cases([
    ['puts one before ###', '# a\n### A\nGET h\n###\n\n\n\n### C\nGET h\n', '# a\n\n### A\nGET h\n\n###\n\n### C\nGET h\n'],
    [
      'leaves one of several outside bodies',
      '@a = 1\n\n \n\t\n@b = 2\n\n\nGET h\n\n\n?? status == 1\n\n\n',
      '@a = 1\n\n@b = 2\n\nGET h\n\n?? status == 1\n',
    ],
    ['takes them from the start and the end of the file', '\n \nGET h\n\n  ', 'GET h\n'],
    ['empties a file of white space', ' \n\n\t', ''],
    ['ends the file with a line break', 'POST h\n\ntext', 'POST h\n\ntext\n'],
    ['keeps CRLF', '@a=1\r\nGET h\r\n### B', '@a = 1\r\nGET h\r\n\r\n### B\r\n'],
    ['keeps a byte order mark', '\ufeff\n@a=1', '\ufeff@a = 1\n'],
    ['keeps a single CR at the end of lines', 'GET h\r### B', 'GET h\r\r### B\r'],
    [
      'keeps one at the start, where the block below it would else count for every request',
      '\n\n### vars\n# @timeout 5s\n\n### A\nGET h\n',
      '\n### vars\n# @timeout 5s\n\n### A\nGET h\n',
    ],
  ]);

  kept([
    ['adds none where ### stands under nothing', '###\nGET h\n'],
    ['adds none between head and assertions', 'GET h\n?? status == 200\n'],
    ['adds none to a script that is not closed', 'GET h\n\n> {%\n### B\nGET h\n'],
  ]);
});

describe('formatting a range', () => {
  const text = '@a=1\n@b=2\n\n\n\n###A\nPOST h\n\n{"a":\n1}\n###B\nget h\n';

  it('changes only the blocks in the range', async () => {
    const at = text.indexOf('@b');
    assert.equal(await formatted(text, {}, { start: at, end: at + 2 }), text.replace('@b=2', '@b = 2'));
  });

  it('formats a body whole, and nothing around it', async () => {
    const at = text.indexOf('"a"');
    assert.equal(await formatted(text, {}, { start: at, end: at }), text.replace('{"a":\n1}', '{\n  "a": 1\n}'));
  });

  it('removes the empty lines in the range', async () => {
    const at = text.indexOf('\n\n\n') + 2;
    assert.equal(await formatted(text, {}, { start: at, end: at }), text.replace('2\n\n\n\n', '2\n\n'));
  });
});

describe('the edits of formatting', () => {
  it('touch only changed text, so that cursors stay', async () => {
    const text = '@long=value\nGET  http://h/\n\n{"a":1,  "b":2}\n';
    const edits = format(await viewOf(text), '  ');
    assert.deepEqual(
      edits.map(({ range, newText }) => [text.slice(range.start, range.end), newText]),
      [
        ['=', ' = '],
        [' ', ''],
        ['', ' '],
        ['', ' '],
        [' ', ''],
        ['', ' '],
        ['', ' '],
      ],
    );
  });

  it('are none where nothing changes', async () => {
    assert.deepEqual(format(await viewOf('### A\nGET http://h/\nAccept: a\n\n{ "a": 1 }\n\n?? status == 200\n'), '  '), []);
  });

  it('become one where there are thousands', async () => {
    const text = `POST h\n\n[${'1,'.repeat(5000)}1]\n`;
    const edits = format(await viewOf(text), '  ');
    assert.equal(edits.length, 1);
    assert.equal(applyEdits(text, edits), `POST h\n\n[\n${'  1,\n'.repeat(5000)}  1\n]\n`);
  });

  it('use tabs where the editor does', async () => {
    const text = 'POST h\n ?a=1\n\n{"a":\n[1\n]}\n';
    assert.equal(applyEdits(text, format(await viewOf(text), '\t')), 'POST h\n\t?a=1\n\n{\n\t"a": [\n\t\t1\n\t]\n}\n');
  });
});

describe('the time of formatting', () => {
  const form = 'POST h\nContent-Type: application/x-www-form-urlencoded';
  const hostile: readonly (readonly [name: string, head: string, make: (n: number) => string])[] = [
    ['a long JSON list', 'POST h', (n) => `[${'1,'.repeat(n)}1]`],
    ['deep JSON', 'POST h', (n) => '['.repeat(n) + ']'.repeat(n)],
    ['open braces', 'POST h', (n) => '{'.repeat(n)],
    ['JSON of placeholders', 'POST h', (n) => `[${'{{a}},'.repeat(n)}1]`],
    ['white space', 'POST h', (n) => `{${' '.repeat(n)}"a"${'\n '.repeat(n)}`],
    ['a string never closed', 'POST h', (n) => `{"${'\\"'.repeat(n)}`],
    ['GraphQL', 'GRAPHQL h', (n) => `{\n${'a(b:{{c}}){d}\n'.repeat(n / 4)}}`],
    ['deep GraphQL', 'GRAPHQL h', (n) => '{a'.repeat(n) + '}'.repeat(n)],
    ['candidates for the variables of GraphQL', 'GRAPHQL h', (n) => `q${'\n\n{"a":'.repeat(n)}}`],
    ['a form', form, (n) => 'a={{b}}&\n \n'.repeat(n / 4)],
    ['empty lines', 'GET h', (n) => '\n \r'.repeat(n)],
    ['a file without line breaks', '', (n) => 'a: {{b}} '.repeat(n)],
  ];
  for (const [name, head, make] of hostile)
    it(`is linear in ${name}`, async () => {
      const build = (n: number): string => `${head}\n\n${make(n)}`;
      const views = new Map<string, FileView>();
      for (const n of [2000, 32_000]) views.set(build(n), await viewOf(build(n)));
      growsLinearly(build, (text) => void format(views.get(text) ?? assert.fail('another text'), '  '), 4);
    });
});
