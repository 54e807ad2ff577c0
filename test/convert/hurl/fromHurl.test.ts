import assert from 'node:assert/strict';
import { checkImport, detectFormat, importFiles, type ImportResult } from '../../../src/convert/import/index.ts';
import { scriptProblem } from '../../../src/language/javascript.ts';
import { importedText, warningsOf } from '../../support/imported.ts';

const written = (text: string): string => importedText('hurl', text, 'a.hurl');
const warnings = (text: string): readonly string[] => warningsOf('hurl', text, 'a.hurl');
/** The lines below the request line of a request with these asserts. */
const asserted = (...lines: readonly string[]): readonly string[] =>
  written(`GET https://a.test\nHTTP *\n[Asserts]\n${lines.join('\n')}\n`)
    .split('\n')
    .filter((l) => /^(?:\?\?|tool\.)/.test(l));
const checked = (text: string): Promise<ImportResult> =>
  checkImport(importFiles(undefined, [{ path: 'a.hurl', text }]), {
    root: '/target',
    kindOf: () => Promise.resolve('file'),
    scriptProblem,
  });

const whole = `# Log in
POST https://a.test/login?x=1
X-Trace: a\\#b # a trailing comment
[Options]
location: true
max-redirs: 3
delay: 200ms
variable: user=ada
connect-timeout: 5s
[QueryStringParams]
q: a b&c
[FormParams]
user: {{user}}
HTTP/1.1 200
Content-Type: application/json
[Captures]
token: jsonpath "$.token" redact
first: jsonpath "$..id" nth 0
[Asserts]
jsonpath "$.items[0].name" == "Ada"
jsonpath "$.items[*].id" includes 4

PUT https://a.test/{{first}}
Authorization: Bearer {{token}}
{
  "a": {"b": {{first}}}
}
HTTP 201
{"ok": true,
 "n": 1}

POST https://a.test/multi
[MultipartFormData]
a: b
f: file,up.png; image/png
[Cookies]
c: 1
d: {{first}}
`;

describe('importing from Hurl', () => {
  it('writes requests with their sections, captures and asserts', () => {
    assert.equal(
      written(whole),
      `### Log in
# a trailing comment
# @max-redirects 3
# @connect-timeout 5000ms
# @secret token
@user = ada
< {%
await tool.sleep(200);
%}
POST https://a.test/login?x=1&q=a%20b%26c
X-Trace: a#b
Content-Type: application/x-www-form-urlencoded

user={{user}}

@token << body.token
?? status == 200
?? version == HTTP/1.1
?? header Content-Type == "application/json"
?? body.items[0].name == "Ada"

> {%
const selected = (nodes) => (nodes.length > 1 ? nodes : nodes[0]);\ntool.setVar("first", selected(jsonPath(response.json(), "$..id")).at(0));
tool.test("jsonpath \\"$.items[*].id\\" includes 4", () => tool.expect(selected(jsonPath(response.json(), "$.items[*].id"))).to.include(4));
%}

### PUT /{{first}}
# @no-redirect
PUT https://a.test/{{first}}
Authorization: Bearer {{token}}
Content-Type: application/json

{
  "a": {"b": {{first}}}
}

?? status == 201
?? body == {"ok": true, "n": 1}

### POST /multi
# @no-redirect
POST https://a.test/multi
Cookie: c=1; d={{first}}
Content-Type: multipart/form-data; boundary=req-form-boundary

--req-form-boundary
Content-Disposition: form-data; name="a"

b
--req-form-boundary
Content-Disposition: form-data; name="f"; filename="up.png"
Content-Type: image/png

< ./up.png
--req-form-boundary--
`,
    );
  });

  it('writes files in which req check finds no error, and counts every request as whole', async () => {
    const { requests, whole: complete, notes } = await checked(whole);
    assert.deepEqual(
      notes.filter((n) => n.level === 'warning'),
      [],
    );
    assert.deepEqual([requests, complete], [3, 3]);
  });

  it('writes asserts with the operators of Req', () => {
    assert.deepEqual(
      asserted(
        'jsonpath "$.items" count == 3',
        'jsonpath "$.items" count >= 3',
        'jsonpath "$.next" not exists',
        'jsonpath "$[\'a b\'].id" isUuid',
        'jsonpath "$.n" matches /^\\d{4}$/',
        'jsonpath "$.s" matches "^\\\\w+$" # a comment',
        'jsonpath "$.name" == "{{name}}"',
        'jsonpath "$.count" != {{count}}',
        'header "Set-Cookie" count == 2',
        'cookie "s[Secure]" exists',
        'cookie "s[HttpOnly]" not exists',
        'cookie "s[Max-Age]" == 60',
        'certificate "Expire-Date" daysAfterNow > 15',
        'bytes count > 10',
        'duration < 1000',
        'version == "2"',
        'body contains "x \\"y\\""',
        'redirects count == 1',
        'xpath "//h1" count == 1',
        'xpath "string(//h1)" == "x"',
        'xpath "//h2" not exists',
      ),
      [
        '?? body.items length 3',
        '?? body.items length >= 3',
        '?? body.next not exists',
        '?? body["a b"].id isUuid',
        '?? body.n matches ^\\d{4}$',
        '?? body.s matches ^\\w+$',
        '?? body.name == "{{name}}"',
        '?? body.count != {{count}}',
        '?? headers["Set-Cookie"] length 2',
        '?? cookies.s.secure == true',
        '?? cookies.s.httpOnly == false',
        '?? cookies.s.maxAge == 60',
        '?? certificate.daysLeft > 15',
        '?? size > 10',
        '?? duration < 1000',
        '?? version == HTTP/2',
        '?? body.text contains "x \\"y\\""',
        '?? redirects.length == 1',
        '?? body.xpath("//h1").length == 1',
        '?? body.xpath("string(//h1)") == "x"',
        '?? body.xpath("//h2") not exists',
      ],
    );
  });

  it('keeps a backslash that Hurl does not define, as in \\d', () => {
    for (const pattern of ['"id=(\\d+)"', '"id=(\\\\d+)"'])
      assert.match(asserted(`regex ${pattern} == "7"`)[0] ?? '', /new RegExp\("id=\(\\\\d\+\)"\)/);
  });

  it('writes tests in a script where assertions are not enough', () => {
    assert.deepEqual(asserted('sha256 == hex,AA BB;', 'regex /id=(\\d+)/ toInt >= 3', 'jsonpath "$.x" isFloat'), [
      'tool.test("sha256 == hex,AA BB;", () => tool.expect(tool.hash("sha256", response.text)).to.eql("aabb"));',
      'tool.test("regex /id=(\\\\d+)/ toInt >= 3", () => tool.expect(Number.parseInt(new RegExp("id=(\\\\d+)").exec(response.text)?.[1], 10)).to.be.at.least(3));',
      'tool.test("jsonpath \\"$.x\\" isFloat", () => tool.expect(((v) => typeof v === "number" && !Number.isInteger(v))(jsonPath(response.json(), "$.x"))).to.equal(true));',
    ]);
  });

  it('compares a text of several lines', () => {
    assert.deepEqual(asserted('body == ```', 'a', 'b', '```', 'status == 200'), ['?? body.text == "a\\nb\\n"', '?? status == 200']);
  });

  it('reads bodies of all kinds', () => {
    const body = (text: string): string =>
      written(`POST https://a.test\n${text}\nHTTP 200\n`).replace(/^[^]*?POST https\S+\n|\n\n\?\?[^]*$/g, '');
    assert.equal(body('```\n{{a}} b```').trim(), '{{a}} b');
    assert.equal(body('`a\\tb`').trim(), 'a\tb');
    assert.equal(body('base64,aGVsbG8=;').trim(), 'hello');
    assert.equal(body('hex,68 69;').trim(), 'hi');
    assert.equal(body('file,a\\ b.bin;').trim(), '< ./a b.bin');
    assert.equal(body('<a>\nGET x\n</a>').trim(), 'Content-Type: application/xml\n\n<a>\nGET x\n</a>');
    assert.match(
      written('POST https://a.test\n```graphql\n{ a }\nvariables {"x": 1}\n```\n'),
      /GRAPHQL https:\/\/a\.test\n\n\{ a \}\n\n\{"x": 1\}/,
    );
  });

  it('reports what it leaves out at the line of the request', () => {
    assert.deepEqual(
      warnings(
        'GET https://a.test\nstrange\n[Options]\nretry: 3\nHTTP 200\n[Captures]\nx: ip\n[Asserts]\nip == "::1"\n\nPOST https://b.test\nhex,ff00fe;\n',
      ),
      [
        '1: Line 2 cannot be read and is left out: strange',
        '1: The option retry is not carried over.',
        '1: Req has no equivalent of the capture x: ip: the variable x is not set.',
        '1: Req has no equivalent of the assertion ip == "::1".',
        '11: The body is not text and is left out: put it into a file and write < ./file.',
      ],
    );
  });

  it('puts the password of basic authentication into a secret', () => {
    const { files, secrets } = importFiles('hurl', [{ path: 'a.hurl', text: 'GET https://a.test\n[BasicAuth]\nbob: horse staple\n' }]);
    assert.match(files[0]?.text ?? '', /^# @auth basic bob \{\{\$secret\.password\}\}$/m);
    assert.deepEqual(secrets, [{ name: 'password', value: 'horse staple' }]);
  });

  it('never writes the password of NTLM and Negotiate as Basic', () => {
    for (const option of ['ntlm', 'negotiate']) {
      const text = `GET https://a.test\n[Options]\n${option}: true\nuser: bob:secret\n`;
      assert.doesNotMatch(written(text), /@auth|secret/);
      assert.deepEqual(warnings(text), [`1: The option ${option} is not carried over.`, '1: The option user is not carried over.']);
    }
    assert.match(written('GET https://a.test\n[Options]\nntlm: false\nuser: bob:secret\n'), /@auth basic bob /);
  });

  it('is detected by its name, and by syntax that only Hurl has', () => {
    const of = (path: string, text: string): string | undefined => detectFormat({ path, text });
    assert.equal(of('a.hurl', 'GET https://a.test'), 'hurl');
    assert.equal(of('clipboard', 'GET https://a.test\nHTTP 200\n'), 'hurl');
    assert.equal(of('clipboard', 'GET https://a.test\n[Asserts]\nstatus == 200\n'), 'hurl');
    assert.equal(of('clipboard', 'GET https://a.test HTTP/1.1\n'), 'http');
  });

  it('refuses a file without a request', () => {
    assert.throws(() => importFiles('hurl', [{ path: 'a.hurl', text: '# nothing\n' }]), /a\.hurl contains no request of Hurl/);
  });
});
