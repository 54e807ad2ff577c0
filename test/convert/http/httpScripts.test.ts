import assert from 'node:assert/strict';
import { imported, importedText, warningsOf } from '../../support/imported.ts';

const http = (text: string): string => importedText('http', text);

describe('importing scripts of .http files', () => {
  it("carries httpYac's scripts, results and assertions over", () => {
    const text =
      '# @name l\nGET https://a\n\n?? status == 200\n?? body a.b == x\n?? js response.a == 1\n\n{{\n  exports.token = response.parsedBody.token;\n}}\n###\n# @ref l\nGET https://b/{{l.id}}\n';
    assert.equal(
      http(text),
      '# @name l\nGET https://a\n\n?? status == 200\n?? body.a.b == x\n# ?? js response.a == 1\n\n> {%\n  tool.setVar("token", response.body.token);\n%}\n###\n# @ref l\nGET https://b/{{l.response.body.id}}\n',
    );
    assert.deepEqual(warningsOf('http', text), ['6: Req has no such assertion.']);
  });

  it("keeps JetBrains' random data without a word", () => {
    const text = 'GET https://a/{{$random.email}}/{{$random.float(0, 1)}}/{{$random.alphabetic(5)}}/{{$random.hexadecimal(5)}}\n';
    assert.equal(http(text), text);
    assert.deepEqual(warningsOf('http', text), []);
  });

  it("keeps JetBrains' handlers and reports what Req does not support, with its line", () => {
    const text =
      '< {%\n  request.variables.set("a", $random.uuid);\n%}\nGET https://a/{{$random.integer(1, 9)}}\n\n>> ./out.json\n> {%\n  client.global.set("a", response.body.a);\n  client.exit();\n%}\n';
    assert.equal(
      http(text),
      '< {%\n  tool.setVar("a", $random.uuid);\n%}\n# >> ./out.json\nGET https://a/{{$randomInt 1 9}}\n\n> {%\n  client.global.set("a", response.body.a);\n  client.exit();\n%}\n',
    );
    assert.deepEqual(
      warningsOf('http', text).map((w) => w.slice(0, 2)),
      ['6:'],
    );
  });

  it('keeps the functions of JetBrains that scripts have, and reports the others', () => {
    const script = (lines: readonly string[]): string => `GET https://a\n\n> {%\n${lines.join('\n')}\n%}\n`;
    const kept = [
      'import { sign } from "./lib.js";',
      'const lib = require("./lib.js"), _ = require("lodash");',
      'client.variables.global.set("a", jsonPath(response.body, "$.a") + xpath("<a/>", "/a"));',
      'client.global.headers.set("X", $random.alphabetic(5) + $random.integer(1, 2) + crypto.randomUUID());',
      'if (client.global.isEmpty() || request.environment) setTimeout(() => client.exit(), 5);',
    ];
    assert.equal(http(script(kept)), script(kept));
    assert.deepEqual(warningsOf('http', script(kept)), []);
    const reported = warningsOf('http', script(['require("fs");', 'client.responses;', 'request.replay();']));
    assert.deepEqual(
      reported.map((w) => w.slice(0, 2)),
      ['4:', '5:', '6:'],
    );
  });

  it("reads Kulala's name of the status", () => {
    assert.match(
      http('# @kulala-prompt N\nGET https://a\n\n> {%\nassert(response.responseCode == 200);\n%}\n'),
      /client\.assert\(response\.status == 200\);/,
    );
  });

  it('reports variables that a script of httpYac assigns without declaring them, and no declared variable', () => {
    const { notes } = imported('http', [
      {
        path: 'a.http',
        text: [
          '{{',
          '  token = "a"; token = "b"',
          '  if (token) { inner = 1 }',
          '  const { b, c = 2 } = { b: 1 }; let d',
          '  d = b === c ? ((e) => { e = 1; return e; })() : 2',
          '  d.f = 3; exports.id = d',
          '}}',
          '# @loop for 2',
          'GET https://a/{{token}}',
        ].join('\n'),
      },
    ]);
    const reported = notes.filter((n) => n.message.includes('not declared')).map((n) => `${n.line}: ${n.message}`);
    assert.deepEqual(reported, [
      '2: token is not declared: other scripts and placeholders do not have it. Write tool.setVar("token", value).',
      '3: inner is not declared: other scripts and placeholders do not have it. Write tool.setVar("inner", value).',
    ]);
  });
});
