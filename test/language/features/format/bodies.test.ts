import assert from 'node:assert/strict';
import { formatted, type FormatAround } from '../../../support/formatted.ts';

/** Behaviour, the body before, the body after (undefined: it stays). */
type Case = readonly [behaviour: string, before: string, after?: string];

function bodies(head: string, all: readonly Case[], around?: FormatAround): void {
  for (const [behaviour, before, after = before] of all)
    it(behaviour, async () => {
      assert.equal(await formatted(`${head}\n\n${before}\n`, around), `${head}\n\n${after}\n`);
      assert.equal(await formatted(`${head}\n\n${after}\n`, around), `${head}\n\n${after}\n`, 'formatted once more');
    });
}

describe('formatting JSON bodies', () => {
  const wide = 'x'.repeat(93);
  bodies('POST h', [
    ['leaves what stands on one line there, with the usual spaces', '{"a":1,"b":[1,2 ,{}],"c":{}}', '{ "a": 1, "b": [1, 2, {}], "c": {} }'],
    ['gives each entry a line where they stand on several', '{"a":\n1,"b":[1,2]}', '{\n  "a": 1,\n  "b": [1, 2]\n}'],
    ['leaves on one line what has 100 columns', `["${wide}", 1]`],
    ['breaks what has 101 columns', `["${wide}", 10]`, `[\n  "${wide}",\n  10\n]`],
    [
      'counts the key before and the comma after',
      `{\n  "k": ["${wide.slice(10)}", 1],\n  "l": ["${wide.slice(11)}", 1],\n  "m": 1\n}`,
      `{\n  "k": ["${wide.slice(10)}", 1],\n  "l": ["${wide.slice(11)}", 1],\n  "m": 1\n}`,
    ],
    ['takes empty lines and the white space around', '\n\n  {\n\n"a" : 1\n\n}  ', '{\n  "a": 1\n}'],
    ['closes what is empty', '{\n"a":[\n],"b":{ }}', '{\n  "a": [],\n  "b": {}\n}'],
    [
      'keeps numbers, escapes, repeated keys and their order',
      '[1e400,-0.10,"\\u00e9\\/",\n{"b":1,"a":2,"b":3}]',
      '[\n  1e400,\n  -0.10,\n  "\\u00e9\\/",\n  { "b": 1, "a": 2, "b": 3 }\n]',
    ],
    [
      'reads placeholders as values',
      '{"a":{{x}},\n"b":[{{y[0]}},{{ z | json }}]}',
      '{\n  "a": {{x}},\n  "b": [{{y[0]}}, {{ z | json }}]\n}',
    ],
    ['reads placeholders as keys', '{{{k}}:1,\n"{{l}}":2}', '{\n  {{k}}: 1,\n  "{{l}}": 2\n}'],
    ['reads a placeholder as all members', '{"x":{{{a}}}}', '{ "x": { {{a}} } }'],
    ['reads placeholders as parts of strings, whatever they hold', '{"a":"b{{c["d\\"}"]}}e"  }', '{ "a": "b{{c["d\\"}"]}}e" }'],
    ['reads placeholders as parts of numbers', '[-{{a}},{{b}}.5,{{c}}{{d}}]', '[-{{a}}, {{b}}.5, {{c}}{{d}}]'],
    ['reads escaped braces as text', '{"a":"\\{{b}}","c":"\\{\\{d\\}\\}"}', '{ "a": "\\{{b}}", "c": "\\{\\{d\\}\\}" }'],
    ['reads an escape that a placeholder completes', '["\\u00{{x}}" ,"\\{{y}}"]', '["\\u00{{x}}", "\\{{y}}"]'],
    ['leaves what is not JSON: an escape that JSON does not have', '{"a":"\\d",\n"b":"\\u00"}'],
    ['reads escaped quotes', '["\\"]" ,1]', '["\\"]", 1]'],
    ['reads a body that is one placeholder', '{{body}}  ', '{{body}}'],
    ['leaves what is not JSON: a comma too many', '{"a":1,\n}'],
    ['leaves what is not JSON: a key without quotes', '{a:\n1}'],
    ['leaves what is not JSON: a comment', '{"a":1 // one\n}'],
    ['leaves what is not JSON: a line break in a string', '["a\nb"  ,1]'],
    ['leaves what is not JSON: something after it', '[1]\n[2]'],
    ['leaves what is not JSON: a template of another tool', '[{{#each x}}\n1,{{/each}}]'],
    ['leaves what is not JSON: two values that touch', '["a""b"\n]'],
    ['leaves what nobody would nest so deep', '['.repeat(501) + '\n' + ']'.repeat(501)],
    ['leaves text of no known type', 'a=1&b=2\n\n\n  c  '],
    ['leaves the file of a body', '<    ./a.json'],
  ]);

  bodies('POST h\nContent-Type: application/problem+json; charset=utf-8', [
    ['formats every JSON type', '[1,\n2]', '[\n  1,\n  2\n]'],
    ['formats a text alone', '  "a"', '"a"'],
  ]);
  bodies('POST h\nContent-Type: text/plain', [['leaves what is not sent as JSON', '{"a":\n1}']]);
  bodies('POST h\nContent-Type: application/x-ndjson', [['leaves NDJSON', '{"a":1}\n{"a":2}']]);
  bodies('POST h\nContent-Type: application/xml', [['leaves XML, whose white space is text', '<a><b/></a>']]);
  bodies('POST h\nContent-Type: multipart/form-data; boundary=b', [
    ['leaves multipart', '--b\nContent-Disposition: form-data; name="a"\n\n{"a":\n1}\n--b--'],
  ]);
  bodies('@type = text/plain\n\nPOST h\nContent-Type: {{type}}', [['looks up the type where it is a placeholder', '{"a":\n1}']]);
  bodies('POST h', [['takes the type from a shared file', '{"a":\n1}']], { files: { 'collection.req': 'Content-Type: text/plain\n' } });

  it('keeps CRLF', async () => {
    assert.equal(await formatted('POST h\r\n\r\n{"a":\r\n1}'), 'POST h\r\n\r\n{\r\n  "a": 1\r\n}\r\n');
  });
});

describe('formatting GraphQL bodies', () => {
  bodies('GRAPHQL h', [
    [
      'indents lines by their brackets, with the usual spaces',
      'query   Q($id:ID!,$n:[Int!]=[1,2])@live{\nuser( id:$id ){...F\n...on  User@include(if:$x){name}\n      ... @skip(if: true) { a }\nlast:posts(first:1,where:{a:"b"})\n}}',
      'query Q($id: ID!, $n: [Int!] = [1, 2]) @live {\n  user(id: $id) {\n    ...F\n    ... on User @include(if: $x) { name }\n    ... @skip(if: true) { a }\n    last: posts(first: 1, where: { a: "b" })\n  }\n}',
    ],
    ['leaves on one line what stands on one', 'query($a:Int){a(b:$a){c}}', 'query ($a: Int) { a(b: $a) { c } }'],
    ['indents once for brackets opened on one line', '{\na(b:{\nc:1\n}){\nd\n}\n}', '{\n  a(b: {\n    c: 1\n  }) {\n    d\n  }\n}'],
    ['leaves one of several empty lines', '\n\nfragment F on U { a }\n\n\n\nquery { b }', 'fragment F on U { a }\n\nquery { b }'],
    [
      'keeps strings, block strings and comments',
      '{\na(b:"x  {  y",c:"""\n   z  {{p["\\"""]}}\n\\"""  """) # d   e\n#f\n}',
      '{\n  a(b: "x  {  y", c: """\n   z  {{p["\\"""]}}\n\\"""  """) # d   e\n  #f\n}',
    ],
    ['keeps a comment up to its last character, but for spaces', '{ a } # b\u00a0  ', '{ a } # b\u00a0'],
    ['leaves a comment beside a brace there', '{ # a\nb\n}', '{ # a\n  b\n}'],
    [
      'reads placeholders as words, and parts of words',
      '{\n{{field}}  user_{{x}}(id:{{id}}){\n{{f}}\n}}',
      '{\n  {{field}} user_{{x}}(id: {{id}}) {\n    {{f}}\n  }\n}',
    ],
    ['formats the variables as JSON', 'query { a }\n\n\n{"id":{{id}},\n"b":1}', 'query { a }\n\n{\n  "id": {{id}},\n  "b": 1\n}'],
    ['tells a selection after an empty line from variables', 'query\n\n{\n  a\n}\n\n{"id":1}', 'query\n\n{\n  a\n}\n\n{ "id": 1 }'],
    ['leaves what is not GraphQL: a bracket not closed', 'query {\na('],
    ['leaves what is not GraphQL: brackets that cross', '{\na(}\n)'],
    ['leaves what is not GraphQL: a sign of another language', '{\na % b\n}'],
    ['leaves a comment that would begin a request', 'query { a }\n  ### not a request'],
  ]);
  bodies('POST h\nContent-Type: application/graphql', [['formats the type', '{a{b}}', '{ a { b } }']]);
});

describe('formatting form bodies', () => {
  bodies('POST h\nContent-Type: application/x-www-form-urlencoded', [
    ['gives each pair its line', 'a=1&b={{x["&"]}}&c= y  z ', 'a=1\n&b={{x["&"]}}\n&c= y  z '],
    ['takes the indentation of lines that are joined', 'a=1\n    &b=2', 'a=1\n&b=2'],
    ['leaves line breaks that are sent', 'a=1\n\n&b=2\nc\n'.trimEnd()],
    ['leaves a line that would become a script', '> ./a.js&b=1'],
  ]);
});
