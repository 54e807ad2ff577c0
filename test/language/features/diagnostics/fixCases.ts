import type { Around } from '../../../support/inspect.ts';

/** A diagnostic and the text after each of its quick fixes. */
export interface FixCase {
  readonly id: string;
  readonly text: string;
  readonly around?: Around;
  readonly titles: readonly string[];
  readonly first: string;
}

const dev = { environments: { dev: { a: 1 } }, environment: 'dev' };

export const fixCases: readonly FixCase[] = [
  {
    id: 'undefined-variable',
    text: '@host = h\nGET http://{{hosst}}',
    titles: ['Change hosst to host', 'Define hosst in this file', 'Define hosst in collection.req', 'Fall back to an empty text'],
    first: '@host = h\nGET http://{{host}}',
  },
  {
    id: 'undefined-variable',
    text: '### One\nGET http://h/{{gone | upper}}',
    around: dev,
    titles: [
      'Define gone in this file',
      'Define gone in the environment dev',
      'Define gone in collection.req',
      'Fall back to an empty text',
    ],
    first: '@gone = \n\n### One\nGET http://h/{{gone | upper}}',
  },
  {
    id: 'undefined-variable',
    text: '@a = 1\r\n\r\nGET http://h/{{user.names[0]["x y"]}}',
    around: { files: { 'collection.req': '@root = 1\n' } },
    titles: ['Define user in this file', 'Define user in collection.req', 'Fall back to an empty text'],
    first: '@a = 1\r\n@user = {"names": [{"x y": ""}]}\r\n\r\nGET http://h/{{user.names[0]["x y"]}}',
  },
  {
    id: 'undefined-variable',
    text: '@b = {{gone}}/x\nGET http://h/{{b}}',
    titles: ['Define gone in this file', 'Define gone in collection.req', 'Fall back to an empty text'],
    first: '@gone = \n@b = {{gone}}/x\nGET http://h/{{b}}',
  },
  {
    id: 'undefined-variable',
    text: '@url = {{host}}/v1\r\n@a = 1\r\n@host = http://h\r\nGET {{url}}/{{a}}',
    titles: ['Move the definition of host up', 'Fall back to an empty text'],
    first: '@host = http://h\r\n@url = {{host}}/v1\r\n@a = 1\r\nGET {{url}}/{{a}}',
  },
  {
    id: 'undefined-variable',
    text: '@a = {{b}}\n@b = {{a}}\nGET http://h/{{a}}',
    titles: ['Fall back to an empty text'],
    first: '@a = {{b | default ""}}\n@b = {{a}}\nGET http://h/{{a}}',
  },
  {
    id: 'undefined-variable',
    text: 'GET http://h/{{userIdd}}\n\n> {% tool.setVar("userId", 1) %}',
    titles: ['Change userIdd to userId', 'Define userIdd in this file', 'Define userIdd in collection.req', 'Fall back to an empty text'],
    first: 'GET http://h/{{userId}}\n\n> {% tool.setVar("userId", 1) %}',
  },
  {
    id: 'undefined-until-sent',
    text: '# @name a\nGET http://h\n###\nGET http://h/{{a.response.body}}',
    titles: ['Send a First', 'Fall back to an empty text'],
    first: '# @name a\nGET http://h\n###\n# @ref a\nGET http://h/{{a.response.body}}',
  },
  {
    id: 'undefined-until-sent',
    text: '### Log in\n# @name login\nGET http://h\n> {%\n  tool.setVar("token", 1);\n%}\n###\nGET http://h/{{token}}',
    titles: ['Send login First', 'Fall back to an empty text'],
    first: '### Log in\n# @name login\nGET http://h\n> {%\n  tool.setVar("token", 1);\n%}\n###\n# @ref login\nGET http://h/{{token}}',
  },
  {
    id: 'missing-property',
    text: 'GET http://h/{{u.nmae.x}}',
    around: { variables: { u: { name: { x: 1 } } } },
    titles: ['Change nmae to name', 'Fall back to an empty text'],
    first: 'GET http://h/{{u.name.x}}',
  },
  {
    id: 'missing-property',
    text: 'GET http://h/{{u.fullname}}',
    around: { variables: { u: { 'full name': 1 } } },
    titles: ['Change fullname to full name', 'Fall back to an empty text'],
    first: 'GET http://h/{{u["full name"]}}',
  },
  {
    id: 'missing-property',
    text: "GET http://h/{{u['full nam']}}",
    around: { variables: { u: { 'full name': 1 } } },
    titles: ['Change full nam to full name', 'Fall back to an empty text'],
    first: 'GET http://h/{{u["full name"]}}',
  },
  {
    id: 'index-out-of-range',
    text: 'GET http://h/{{l[7]}}',
    around: { variables: { l: [1, 2, 3] } },
    titles: ['Change 7 to 2', 'Fall back to an empty text'],
    first: 'GET http://h/{{l[2]}}',
  },
  {
    id: 'missing-property',
    text: '# @name a\nGET http://h\n###\nGET http://h/{{a.response.body.tokn}}',
    around: { exchanges: { a: { response: { body: { token: 1 } } } } },
    titles: ['Change tokn to token', 'Fall back to an empty text'],
    first: '# @name a\nGET http://h\n###\nGET http://h/{{a.response.body.token}}',
  },
  { id: 'unknown-dynamic', text: 'GET http://h/{{$uid}}', titles: ['Change $uid to $uuid'], first: 'GET http://h/{{$uuid}}' },
  { id: 'unknown-dynamic', text: 'GET http://h/{{$secrt.K}}', titles: ['Change $secrt to $secret'], first: 'GET http://h/{{$secret.K}}' },
  {
    id: 'unknown-filter',
    text: '@a = 1\nGET http://h/{{a | trim | uper }}',
    titles: ['Change uper to upper'],
    first: '@a = 1\nGET http://h/{{a | trim | upper }}',
  },
  { id: 'unknown-directive', text: '# @nmae x\nGET http://h', titles: ['Change nmae to name'], first: '# @name x\nGET http://h' },
  { id: 'method-case', text: 'Post http://h', titles: ['Change Post to POST'], first: 'POST http://h' },
  { id: 'method-case', text: 'GETT http://h', titles: ['Change GETT to GET'], first: 'GET http://h' },
  { id: 'version', text: 'GET http://h HTTP/3', titles: ['Remove HTTP/3'], first: 'GET http://h' },
  {
    id: 'fragment',
    text: 'GET http://h/a#b\nA: b',
    titles: ['Remove the fragment', 'Send the # as %23'],
    first: 'GET http://h/a\nA: b',
  },
  {
    id: 'json-body',
    text: 'POST http://h\n\n{"a": "{{x}}"}',
    around: { variables: { x: '"' } },
    titles: ['Escape it with | json'],
    first: 'POST http://h\n\n{"a": "{{x | json}}"}',
  },
  {
    id: 'json-body',
    text: 'POST http://h\n\n{"a": {{ x }}}',
    around: { variables: { x: 'y' } },
    titles: ['Escape it with | json'],
    first: 'POST http://h\n\n{"a": {{ x | json }}}',
  },
  {
    id: 'header-value',
    text: 'GET http://h\nA: {{x}} {{y}}',
    around: { variables: { x: 'a\n', y: 'b' } },
    titles: ['Remove the line break with | trim'],
    first: 'GET http://h\nA: {{x | trim}} {{y}}',
  },
  // `| trim` does not remove a line break inside.
  { id: 'header-value', text: 'GET http://h\nA: {{x}}', around: { variables: { x: 'a\nb\n' } }, titles: [], first: '' },
  // A backslash would belong to the wrong braces.
  { id: 'not-a-placeholder', text: 'GET http://h/{{{#x}}', titles: [], first: '' },
  {
    id: 'not-a-placeholder',
    text: '@id = 1\nGET http://h/${id}',
    titles: ['Change ${id} to {{id}}'],
    first: '@id = 1\nGET http://h/{{id}}',
  },
  { id: 'method-case', text: 'SSE http://h', titles: ['Change SSE to GET'], first: 'GET http://h' },
  { id: 'not-a-placeholder', text: 'GET http://h/{{#x}}', titles: ['Escape the braces with \\{{'], first: 'GET http://h/\\{{#x}}' },
  {
    id: 'not-a-header',
    text: 'POST http://h\nA: b\n{\n"a": 1\n}\n',
    titles: ['Begin the body here: add an empty line'],
    first: 'POST http://h\nA: b\n\n{\n"a": 1\n}\n',
  },
  {
    id: 'not-a-header',
    text: 'GET http://h\r\n?a=1\r\n',
    titles: ['Indent the line, so that it continues the URL'],
    first: 'GET http://h\r\n    ?a=1\r\n',
  },
  {
    id: 'not-a-header',
    text: 'GET http://h/{{x}}\n@x = 1\nA: b',
    titles: ['Move the variable above the request line'],
    first: '@x = 1\nGET http://h/{{x}}\nA: b',
  },
  {
    id: 'definition-name',
    text: '  @x = 1\nGET http://h/{{x}}',
    titles: ['Remove the white space before the @'],
    first: '@x = 1\nGET http://h/{{x}}',
  },
  {
    id: 'unclosed-script',
    text: 'GET http://h\n\n> {%\n  x();\n\n### Two\nGET http://h',
    titles: ['Close the script with %}'],
    first: 'GET http://h\n\n> {%\n  x();\n%}\n\n### Two\nGET http://h',
  },
  {
    id: 'unexpected-body',
    text: 'GET http://h\nContent-Type: text/plain\n\nx',
    titles: ['Send it as POST'],
    first: 'POST http://h\nContent-Type: text/plain\n\nx',
  },
  {
    id: 'unexpected-body',
    text: 'http://h\n\n{}',
    titles: ['Send it as POST'],
    first: 'POST http://h\n\n{}',
  },
  {
    id: 'missing-content-type',
    text: 'POST http://h\r\n  ?a=1\r\nA: b\r\n  c\r\n\r\na=1&b=2',
    titles: ['Add Content-Type: application/x-www-form-urlencoded'],
    first: 'POST http://h\r\n  ?a=1\r\nA: b\r\n  c\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\na=1&b=2',
  },
  {
    id: 'request-setting',
    text: 'POST http://h\nContent-Type: multipart/form-data\n\n--B\nContent-Disposition: form-data; name="a"\n\n1\n--B--\n',
    titles: ['Add boundary=B'],
    first: 'POST http://h\nContent-Type: multipart/form-data; boundary=B\n\n--B\nContent-Disposition: form-data; name="a"\n\n1\n--B--\n',
  },
  {
    id: 'missing-file',
    text: 'POST http://h\nContent-Type: text/plain\n\n< ./sub/../x.txt',
    titles: ['Create ./sub/../x.txt'],
    first: 'POST http://h\nContent-Type: text/plain\n\n< ./sub/../x.txt',
  },
  {
    id: 'unknown-ref',
    text: '# @ref logn\nGET http://h\n### login\nGET http://h',
    titles: ['Change logn to login'],
    first: '# @ref login\nGET http://h\n### login\nGET http://h',
  },
  {
    id: 'ref-cycle',
    text: '# @name a\n# @ref a\nGET http://h',
    titles: ['Remove @ref a'],
    first: '# @name a\nGET http://h',
  },
  {
    id: 'header-typo',
    text: 'GET http://h\nauthorisation: x',
    titles: ['Change authorisation to Authorization'],
    first: 'GET http://h\nAuthorization: x',
  },
  {
    id: 'duplicate-variable',
    text: '@a = 1\r\n@a = 2\r\nGET http://h/{{a}}',
    titles: ['Remove @a'],
    first: '@a = 2\r\nGET http://h/{{a}}',
  },
  { id: 'unused-variable', text: '@b = 1\n@a = 1\nGET http://h/{{b}}', titles: ['Remove @a'], first: '@b = 1\nGET http://h/{{b}}' },
  {
    id: 'possible-secret',
    text: '@token = k2J9fQ7LmZ4xW8vT1rYc\nGET http://h/{{token}}',
    titles: ['Move to the secret storage as token'],
    first: '@token = {{$secret.token}}\nGET http://h/{{token}}',
  },
  {
    id: 'possible-secret',
    text: 'GET http://h\nX-Api-Key: k2J9fQ7LmZ4xW8vT1rYc',
    titles: ['Move to the secret storage as apiKey'],
    first: 'GET http://h\nX-Api-Key: {{$secret.apiKey}}',
  },
  {
    id: 'body-framing',
    text: 'POST http://h\nContent-Length: 3\nAccept: */*\ncontent-length: 4\n\n0123456789',
    titles: ['Delete content-length'],
    first: 'POST http://h\nAccept: */*\n\n0123456789',
  },
  {
    id: 'assertion',
    text: 'GET http://h\n\n?? jsonpath "$.items[0].id" == 7',
    titles: ['Change jsonpath "$.items[0].id" to body.$.items[0].id'],
    first: 'GET http://h\n\n?? body.$.items[0].id == 7',
  },
];
