import assert from 'node:assert/strict';
import { imported, importedText, warningsOf } from '../../support/imported.ts';

const http = (text: string): string => importedText('http', text);

describe('importing .http files with habits of one client', () => {
  it('keeps the placeholders of a curl command, also in credentials, files, fields and at the start of the URL', () => {
    const text = [
      '# @dialect rest-client',
      '@tok = t',
      "curl '{{base}}/a?x={{tok}}' -u {{user}}:x -F 'a={{tok}}' -F 'f=@{{path}}'",
      '',
      '###',
      `curl http://{{host}}/b -H 'X: {{$processEnv X}}' -d '{"a": {{n}}}'`,
      '',
      '###',
      'curl localhost:{{port}}/c',
    ].join('\n');
    const [first, second, third] = http(text).split('###\n');
    assert.match(
      first ?? '',
      /^@curlUser = \{\{user\}\}:x\nPOST \{\{base\}\}\/a\?x=\{\{tok\}\}\nAuthorization: Basic \{\{curlUser \| base64\}\}$/m,
    );
    assert.match(first ?? '', /name="a"\n\n\{\{tok\}\}\n/);
    assert.match(first ?? '', /\n< \.\/\{\{path\}\}\n/);
    assert.match(second ?? '', /^POST http:\/\/\{\{host\}\}\/b\nX: \{\{\$processEnv X\}\}$/m);
    assert.match(second ?? '', /\{"a": \{\{n\}\}\}/);
    assert.match(third ?? '', /^GET http:\/\/localhost:\{\{port\}\}\/c$/m);
  });

  it('keeps credentials in a header of a curl command that are not Base64', () => {
    for (const credentials of ['token', '{{token}}==', '====', 'dXNlcjpw'])
      assert.match(
        http(`# @dialect rest-client\ncurl http://h/ -H 'Authorization: Basic ${credentials}'\n`),
        /^GET http:\/\/h\/$/m,
        credentials,
      );
  });

  it('makes a comment of a response in a block of its own, as REST Client does', () => {
    assert.equal(
      http('# @dialect rest-client\nGET http://a\n\n###\nHTTP/1.1 200 OK\nA: b\n\n{}\n'),
      '# (@)dialect rest-client\nGET http://a\n\n###\n# HTTP/1.1 200 OK\n# A: b\n# {}',
    );
  });

  it('leaves out Content-Length, which REST Client does not send', () => {
    assert.match(http('# @dialect rest-client\nPOST http://a\nContent-Length: 99\n\nx\n'), /^POST http:\/\/a\n# Content-Length: 99\n\nx$/m);
    assert.match(http('# @dialect jetbrains\nPOST http://a\nContent-Length: 99\n\nx\n'), /^Content-Length: 99$/m);
  });

  it('hides what is typed for a password, as REST Client does', () => {
    assert.match(
      http('# @dialect rest-client\n# @prompt passwd Yours\n# @prompt user\nGET http://a\n'),
      /@prompt passwd Yours\n# @secret passwd\n# @prompt user\nGET/,
    );
  });

  it('sends no line ...headers of httpYac as a body, and reports it', () => {
    const text = '# @dialect httpyac\nGET http://a\nA: b\n...headers\n\nx\n';
    assert.match(http(text), /^A: b\n# \.\.\.headers\n\nx$/m);
    assert.match(warningsOf('http', text).join('\n'), /^4: Req adds no headers from a variable/m);
  });

  it('reads the results of requests of other files, which httpYac names with @ref', () => {
    assert.match(http('# @dialect httpyac\n# @ref base\nGET http://a/{{base.id}}\n'), /\{\{base\.response\.body\.id\}\}/);
  });

  for (const [start, end, mark] of [
    ['{{response', '}}', '> {%'],
    ['  {{@js @response', '  }}', '> {%'],
    ['{{@js', '}}', '< {%'],
    ['{{+request', '}}', '< {%'],
  ] as const)
    it(`reads a script of httpYac in ${start.trim()}`, () =>
      assert.ok(
        http(
          `GET http://a\n\n###\n${mark === '< {%' ? `${start}\n  x();\n${end}\nGET http://b\n` : `GET http://b\n\n${start}\n  x();\n${end}\n`}`,
        ).includes(`${mark}\n  x();\n%}`),
      ));

  it("keeps a header's name in brackets", () => {
    for (const header of [`['X-A']`, '["X-A"]'])
      assert.match(
        http(`# @dialect kulala\nGET http://a\nB: {{R.response.headers${header}}}\n`),
        /^B: \{\{R\.response\.headers\[["']X-A["']\]\}\}$/m,
      );
  });

  it('reports settings and environments that have no effect', () => {
    const { notes } = imported('http', [
      { path: 'a.http', text: 'GET https://a\n' },
      { path: 'http-client.env.json', text: '{"dev": {"SSLConfiguration": {"verifyHostCertificate": false}}}' },
      { path: '.vscode/settings.json', text: '{"rest-client.defaultHeaders": {"A": "b"}, "rest-client.followredirect": false}' },
    ]);
    assert.deepEqual(
      notes.filter((n) => n.level === 'warning').map((n) => n.message.split(' ')[0]),
      ['dev.SSLConfiguration', 'rest-client.defaultHeaders', 'rest-client.followredirect'],
    );
  });
});
