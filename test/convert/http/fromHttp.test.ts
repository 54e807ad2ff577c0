import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { dialectOf } from '../../../src/convert/http/dialect.ts';
import { readDirective } from '../../../src/convert/http/httpDirectives.ts';
import { isRequest } from '../../../src/language/index.ts';
import { directives } from '../../../src/language/catalog/directiveCatalog.ts';
import { imported, importedText, parsed, warningsOf } from '../../support/imported.ts';
import { runs } from '../../support/runs.ts';

/** A file of one client converted, without the comments that identify the client. */
const http = (text: string): string => importedText('http', text);

describe('importing .http files', () => {
  it('leaves text unchanged that all clients read in the same way', () => {
    const text =
      '@host = https://example.com\n### text\n# comment\n// comment\nGET {{host}}/p?x=1 HTTP/1.1\nAccept: */*\n\n### next\nPOST {{host}}/i\nContent-Type: application/json\n\n{ "a": 1 }\n';
    assert.equal(http(text), text);
    assert.deepEqual(warningsOf('http', text), []);
  });

  it('recognizes the client of a file by syntax that only this client writes', () => {
    const reported: readonly (readonly [string, string])[] = [
      ['GET https://a/{{x.response.body.$.a}}', 'rest-client'],
      ['> {%\n client.test("a", function() {});\n%}', 'jetbrains'],
      ['{{\n  exports.a = 1;\n}}\nGET https://a', 'httpyac'],
      ['@Api_HostAddress = http://localhost:5000', 'visual-studio'],
      ['# @kulala-curl--insecure\nGET https://a', 'kulala'],
      ['# @env-json-key A b\n# @prompt c\nGET https://a/{{x.response.body.$.a}}', 'kulala'],
      ['# @loop for 3\nGET https://a\n\n> {%\n  client.test("a", () => {});\n%}', 'httpyac'],
      ['import a.http\n\nPOST https://a', 'jetbrains'],
      ['GET https://a', 'rest-client'],
    ];
    for (const [text, dialect] of reported) assert.equal(dialectOf(text), dialect, text);
  });

  it('writes references to answers as paths', () => {
    const found = http(
      '# @name l\nGET https://a\n\n###\nGET https://b/{{l.response.body.$.a[0].b}}/{{l.response.body.*}}/{{l.response.headers.X-Id}}/{{l.response.body.$}}\n',
    );
    assert.match(
      found,
      /https:\/\/b\/\{\{l\.response\.body\.a\[0\]\.b\}\}\/\{\{l\.response\.body\}\}\/\{\{l\.response\.headers\.X-Id\}\}\/\{\{l\.response\.body\}\}/,
    );
  });

  it('reports JSONPath that searches, and XPath', () => {
    const reported = warningsOf('http', 'GET https://b/{{l.response.body.$..a}}\nX: {{l.response.body.//b}}\n');
    assert.match(reported.join('\n'), /^1: .*searches are not supported/m);
    assert.match(reported.join('\n'), /^2: .*XPath/m);
  });

  it("takes comments out of the body where the client does not send them, and keeps JetBrains'", () => {
    const body = 'POST https://a\nContent-Type: text/plain\n\none\n# two\n// three\nfour\n';
    assert.equal(http(body), '# two\n# three\nPOST https://a\nContent-Type: text/plain\n\none\nfour\n');
    const theirs = `${body}\n> {% client.log("x"); %}\n`;
    assert.equal(http(theirs), theirs);
  });

  it('writes SSE as a GET that accepts an event stream, unless the file says what it accepts', () => {
    assert.equal(http('SSE https://a/e\n'), 'GET https://a/e\nAccept: text/event-stream\n');
    assert.equal(http('EVENTSOURCE https://a/e\nAccept: text/plain\n'), 'GET https://a/e\nAccept: text/plain\n');
  });

  it('keeps files as parts of a form, and reports a file inside a text', () => {
    const form = 'POST https://a\nContent-Type: multipart/form-data; boundary=b\n\n--b\nA: 1\n\ntext\n--b\nA: 2\n\n< ./a.png\n--b--\n';
    assert.deepEqual([http(form), warningsOf('http', form)], [form, []]);
    assert.match(
      warningsOf('http', 'POST https://a\nContent-Type: text/plain\n\ntext\n< ./a.txt\n').join(),
      /^5: A file inside a text is text in Req\./,
    );
  });

  it('indents a query that continues at the start of a line, and joins a path that continues', () => {
    assert.equal(http('GET https://a\n?x=1\n&y=2\nA: b\n'), 'GET https://a\n    ?x=1\n    &y=2\nA: b\n');
    assert.equal(http('GET https://a/b\n    c\n    ?x=1\nA: b\n'), 'GET https://a/bc\n    ?x=1\nA: b\n');
  });

  it('writes http:// where the client would add it', () => {
    assert.equal(http('GET example.com/a\n\n###\nGET localhost:3000/b\n'), 'GET http://example.com/a\n\n###\nGET localhost:3000/b\n');
  });

  it('has a method of its own for queries of GraphQL', () => {
    assert.equal(http('POST https://a\nX-Request-Type: GraphQL\n\nquery { a }\n'), 'GRAPHQL https://a\n\nquery { a }\n');
  });

  it('separates consecutive requests of httpYac, and recognizes its host', () => {
    assert.equal(
      http('GET /a\n\nGET /a2\n\n# @name b\nGET https://b\nA: b\n'),
      'GET {{host}}/a\n\n###\nGET {{host}}/a2\n\n###\n# @name b\nGET https://b\nA: b\n',
    );
  });

  it('writes nothing into a body from the text after it', () => {
    const text =
      '### a\nPOST https://a\n\n{"a": 1}\n\n>> ./out.json\n# done\n\n### b\nPOST https://b\n\nx\n> {% client.log(1); %}\n# done\n';
    const found = http(text);
    assert.equal(
      found,
      '### a\n# >> ./out.json\n# done\nPOST https://a\n\n{"a": 1}\n\n\n### b\nPOST https://b\n\nx\n> {% client.log(1); %}\n# done\n',
    );
    const curl = http("curl 'https://a' -d x\n# done\n");
    assert.ok(curl.indexOf('# done') < curl.indexOf('POST'), curl);
  });

  it('leaves out scripts in Lua at every place, and reports it', () => {
    const text =
      '< {% lang=lua\n  client.log("a")\n%}\nGET https://a\n\n> {%\n  -- lua\n  client.log("b")\n%}\n\n###\nGET https://b\n\n> {% lang=js\n  client.log("c");\n%}\n';
    assert.equal(
      http(text),
      '# < {% lang=lua\n# client.log("a")\n# %}\n# > {%\n# -- lua\n# client.log("b")\n# %}\nGET https://a\n\n\n###\nGET https://b\n\n> {%\n  client.log("c");\n%}\n',
    );
    assert.deepEqual(warningsOf('http', text), [
      '1: Req runs no Lua: the script becomes a comment.',
      '6: Req runs no Lua: the script becomes a comment.',
    ]);
  });

  it("carries over Kulala's prompts and assertions, and reports those that Req does not support", () => {
    const text =
      '# @kulala-prompt "Who?" NAME\n# @kulala-prompt "Password?" PW { type: "password" }\nGET https://a/{{NAME}}\n\n> {%\n  assert(a == 1, "one");\n  client.assert.false(b);\n  assert.same(a, 1, "same");\n  assert.jsonHas("a.b", 1);\n%}\n';
    assert.equal(
      http(text),
      '# @prompt NAME Who?\n# @prompt PW Password?\n# @secret PW\nGET https://a/{{NAME}}\n\n> {%\n  client.assert(a == 1, "one");\n  client.assert(!(b));\n  tool.expect(a, "same").to.eql(1);\n  assert.jsonHas("a.b", 1);\n%}\n',
    );
    assert.deepEqual(warningsOf('http', text), ['9: assert.jsonHas: write ?? body.path below the body.']);
  });

  it('reads a body of httpYac that no empty line precedes, and an answer in the file as none', () => {
    assert.equal(
      http('POST https://a\nContent-Type: application/json\n{\n  "a": 1\n}\n?? status == 201\n'),
      'POST https://a\nContent-Type: application/json\n\n{\n  "a": 1\n}\n?? status == 201\n',
    );
    assert.equal(
      http('# @forceRef l\nGET https://a\n\nHTTP/1.1 200 OK\nA: b\n\n{"x": 1}\n'),
      '# @ref l\n# HTTP/1.1 200 OK\n# A: b\n# {"x": 1}\nGET https://a\n',
    );
  });

  it('reports a request that is part of the body above it', () => {
    const { notes } = imported('http', [{ path: 'a.http', text: 'POST https://a\n\n{}\n\n# b\nDELETE https://a/{{id}}\n' }]);
    assert.deepEqual(
      notes.filter((n) => n.line === 6).map((n) => n.message),
      ['A request seems to begin here, but there is no ### above it: the line is sent as a part of the body.'],
    );
  });

  it('joins no line to a header when the line between is left out', () => {
    const text = 'POST https://a\nA: b\n{\n  "a": 1\n}\n';
    assert.equal(http(text), 'POST https://a\nA: b\n# {\n# "a": 1\n# }\n');
    assert.equal(warningsOf('http', text).length, 2);
  });

  it('finds the version of HTTP below a query', () => {
    assert.equal(http('GET https://a\n  ?x=1\n  HTTP/1.1\nA: b\n'), 'GET https://a HTTP/1.1\n    ?x=1\nA: b\n');
    assert.equal(http('GET https://a\n  ?x=1\n  # &y=2\n  HTTP/1.1\nA: b\n'), 'GET https://a HTTP/1.1\n    ?x=1\n# &y=2\nA: b\n');
  });

  it("recognizes httpYac's global variables and prompts, and reports values that Req does not produce", () => {
    const text = '@q = {{$input your name? $value: Ada}}\n@p = {{$password secret?}}\nGET https://a/{{$global.id}}/{{$index}}\n';
    assert.equal(http(text), '@q = {{?your name?}}\n@p = {{?secret?}}\nGET https://a/{{id}}/{{$index}}\n');
    assert.deepEqual(warningsOf('http', text), ['3: {{$index}} is not a value that Req generates.']);
    assert.doesNotMatch(JSON.stringify(imported('http', [{ path: 'a.http', text }]).notes), /JSON is an object/);
  });

  it('reports a definition that another client would evaluate with a later value', () => {
    assert.match(warningsOf('http', '@a = 1\n@b = {{a}}\n@a = 2\n\nGET https://x\n').join('\n'), /^2: @b uses \{\{a\}\}/);
  });

  it('escapes a line of a body that Req would read as something else', () => {
    const found = http('# @note\nPOST https://a\nContent-Type: text/plain\n\n?? not one\n> {% x\n@a << body.x\n');
    assert.match(found, /\{\{importedText\[0\]\}\}\? not one\n\{\{importedText\[2\]\}\} \{% x\n\{\{importedText\[3\]\}\}a << body\.x/);
    const { blocks } = parsed({ path: 'a.req', text: found });
    assert.ok(blocks.every((b) => b.assertions.length === 0 && b.captures.length === 0));
  });

  it('reads a file as the client that its @dialect names, else as the one that the user names, else as its syntax shows', () => {
    const readAs = (text: string, dialect?: 'jetbrains'): string | undefined =>
      imported('http', [{ path: 'a.http', text, dialect }]).notes.find((n) => n.message.startsWith('Read as'))?.message;
    const text = 'GET https://a\n\n?? status == 200\n';
    assert.equal(readAs(`# @dialect kulala\n${text}`, 'jetbrains'), 'Read as a file of Kulala.');
    assert.equal(readAs(text, 'jetbrains'), "Read as a file of JetBrains' HTTP Client.");
    assert.equal(readAs(text), 'Read as a file of httpYac.');
  });

  it('reports an assertion in a file of a client that sends it as a part of the body', () => {
    const jetbrains = '# @dialect jetbrains\nGET https://a\n\n?? status == 200\n';
    assert.match(
      warningsOf('http', jetbrains).join('\n'),
      /^4: This line checks nothing: JetBrains' HTTP Client sends it as a part of the body\./,
    );
    assert.deepEqual(warningsOf('http', jetbrains.replace('jetbrains', 'httpyac')), []);
  });

  it('leaves syntax that Req does not support as comments', () => {
    assert.equal(http('### a\nWEBSOCKET wss://a\n\n{"x": 1}\n'), '### a\n# WEBSOCKET wss://a\n\n# {"x": 1}\n');
  });

  it('makes a request of a curl command', () => {
    const text = "### c\ncurl -X PUT 'https://a/b' \\\n  -H 'A: b'\n";
    assert.equal(http(text), '### c\nPUT https://a/b\nA: b\n');
  });

  it('brings the environments along, those of VS Code settings too', () => {
    const { files } = imported('http', [
      { path: 'sub/a.http', text: 'GET https://{{h}}\n' },
      { path: 'http-client.env.json', text: '{"dev": {"h": "a"}}' },
      {
        path: '.vscode/settings.json',
        text: '{ // c\n "rest-client.environmentVariables": {"$shared": {"v": "1"}, "dev": {"w": "{{$shared v}}"}}, }',
      },
    ]);
    assert.deepEqual(
      files.map((f) => f.path),
      ['sub/a.req', 'http-client.env.json', 'http-client.env.json'],
    );
    assert.deepEqual(JSON.parse(files[2]?.text ?? ''), { $shared: { v: '1' }, dev: { w: '{{v}}' } });
  });

  it('reports requests that another client sends repeatedly, once for each place', () => {
    const { notes } = imported('http', [
      {
        path: 'a.http',
        text: [
          '### many',
          '# @loop for 3',
          'GET https://a/{{$.clients..id}}?at={{$.clients[*].at}}',
          '',
          '> {%',
          '  client.log(request.templateValue(0), request.iteration());',
          '%}',
        ].join('\n'),
      },
    ]);
    assert.deepEqual(
      notes.filter((n) => n.level === 'warning').map((n) => `${n.line}: ${n.message}`),
      [
        '2: @loop is left out: a request is sent once.',
        '3: {{$.clients..id}}: a request is sent once, not for each element of clients; rows of data do that (req run --data).',
        '3: {{$.clients[*].at}}: a request is sent once, not for each element of clients; rows of data do that (req run --data).',
        '6: request.templateValue: a request is sent once.',
        '6: request.iteration: a request is sent once.',
      ],
    );
  });

  it('recognizes every directive of Req, and carries over those that other clients have', () => {
    const ofReqAlone = 'auth contract data graphql openapi order seed resolve keep-auth-on-redirect insecure unsafe-framing'.split(' ');
    for (const { name } of directives.filter((d) => !ofReqAlone.includes(d.name)))
      assert.equal(
        readDirective(name, '5', name === 'proxy' ? 'httpyac' : 'rest-client').kind === 'none' && name !== 'prompt' && name !== 'disabled',
        false,
        name,
      );
    for (const name of ofReqAlone) assert.equal(readDirective(name, '5', 'rest-client').kind, 'none', name);
  });

  it('makes no proxy, unchecked certificate or framing of comments that mean nothing in the other client', () => {
    const text = '# @proxy http://attacker\n# @insecure\n# @unsafe-framing\nGET https://a/{{x.response.body.$.a}}\n';
    assert.match(http(text), /^# \(@\)proxy http:\/\/attacker\n# \(@\)insecure\n# \(@\)unsafe-framing\nGET /m);
    assert.equal(warningsOf('http', text).length, 3);
    assert.match(http('# @proxy http://p\n# @no-reject-unauthorized\nGET https://a/\n'), /^# @proxy http:\/\/p\n# @insecure\n/m);
  });

  it('never throws, writes what Req parses, and keeps every request', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '### a',
        'GET https://a/b',
        'post https://a',
        'A: b',
        '',
        '@x = {{y}}',
        '@1 = 2',
        '# @name n',
        '# @timeout 5',
        '// c',
        '{{',
        '}}',
        '> {%',
        '%}',
        '< {%',
      ),
      fc.constantFrom(
        '?? status == 200',
        '?x=1',
        '  &y',
        '< ./f',
        '<@latin1 ./f',
        '>> a',
        '<> b',
        'client.test(',
        'WS wss://a',
        "curl 'https://a'",
        '\\{{a}}',
        '{{a.response.body.$.b}}',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const { files, notes } = imported('http', [{ path: 'a.http', text: lines.join('\n') }]);
        assert.deepEqual(
          notes.filter((n) => n.message.startsWith('NOT VALID')),
          [],
          files[0]?.text,
        );
        assert.ok(files[0] === undefined || parsed(files[0]).blocks.filter(isRequest).length <= lines.length);
      }),
      { numRuns: runs(500) },
    );
  });
});
