import assert from 'node:assert/strict';
import { imported, warningsOf } from '../../support/imported.ts';

const request = (more: string): string =>
  `meta {\n  name: A\n  type: http\n  seq: 1\n}\n\nget {\n  url: https://a.test/1\n  body: none\n  auth: none\n}\n\n${more}`;
const text = (more: string): string => {
  const { files } = imported('bruno', [{ path: 'a.bru', text: request(more) }]);
  return files.find((f) => f.path !== 'collection.req')?.text ?? '';
};

describe('scripts and assertions of Bruno', () => {
  it('keep the script after the response and the tests separate, so that both can declare the same name', () => {
    const found = text(
      'script:post-response {\n  const data = res.body;\n}\n\ntests {\n  const data = res.body;\n  test("x", () => expect(data.a).to.equal(1));\n}\n',
    );
    assert.equal(found.match(/^> \{%$/gm)?.length, 2);
    assert.match(found, /> \{%\nconst data = res\.body;\n%\}\n\n> \{%\nconst data/);
  });

  it('compare where an assertion has no operator', () => {
    const found = text('assert {\n  res.status: 200\n  res.body.name: Ada\n  res.body.ok: true\n}\n');
    assert.match(found, /\?\? status == 200\n\?\? body\.name == Ada\n\?\? body\.ok == true\n/);
  });

  it('become tests where an assertion of Req cannot express them', () => {
    const source =
      'assert {\n  res.body.a: isTruthy\n  res.body: isJson\n  res.body.b: isUndefined\n  res.statusText: eq OK\n  res.body.list: isNotEmpty\n}\n';
    const found = text(source);
    assert.match(found, /tool\.test\("res\.body\.a: isTruthy", \(\) => tool\.expect\(!!response\.body\.a\)\.to\.equal\(true\)\);/);
    assert.match(found, /tool\.expect\(typeof response\.body === "object"/);
    assert.match(found, /\?\? body\.b !exists/);
    assert.match(found, /tool\.expect\(response\.statusText === "OK"\)/);
    assert.deepEqual(warningsOf('bruno', request(source), 'a.bru'), []);
  });

  it('report an assertion that Req cannot express, with the value in a comment', () => {
    const source = 'assert {\n  res("a.b[?(@.c)]"): eq {{x}}\n}\n';
    assert.match(text(source), /^# assertion: res/m);
    assert.equal(warningsOf('bruno', request(source), 'a.bru').length, 1);
  });
});
