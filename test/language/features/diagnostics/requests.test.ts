import assert from 'node:assert/strict';
import { inspect, type Around } from '../../../support/inspect.ts';

const said = async (text: string, around: Around = {}): Promise<readonly string[]> => (await inspect(text, around)).said();
const messages = async (text: string, around: Around = {}): Promise<readonly string[]> =>
  (await inspect(text, around)).diagnostics().map((d) => d.message);

describe('a request that could not be sent', () => {
  it('is reported for its URL, before a send', async () => {
    assert.deepEqual(await said('GET ftp://h/x'), ['url error "ftp://h/x"']);
    assert.deepEqual(await said('GET /x'), ['url error "/x"']);
    assert.deepEqual(await said('@host = h:port\nGET http://{{host}}/x'), ['url error "http://{{host}}/x"']);
    assert.deepEqual(await said('GET {{empty}}', { variables: { empty: '' } }), ['missing-url error "GET {{empty}}"']);
  });

  it('is not reported if only a send knows, or a script may write another URL', async () => {
    for (const text of [
      'GET http://{{?Host}}/x',
      'GET {{$env.URL}}/x',
      'GET http://{{$uuid}}.h/',
      'GET /x\nHost: {{$secret.HOST}}',
      '< {% tool.setVar("url", "http://h") %}\nGET {{url}}',
      '< {% request.url = "http://h" %}\nGET /x',
      '< ./before.js\nGET /x',
      'GET {{one.response.body.url}}\n###\n# @name one\nGET http://h',
    ])
      assert.deepEqual(
        (await said(text, { env: { URL: 'x' }, variables: { url: '' }, files: { 'before.js': '' } })).filter(
          (s) => !s.startsWith('undefined-until'),
        ),
        [],
        text,
      );
  });

  it('is reported if a header would get a second line', async () => {
    assert.deepEqual(await said('GET http://h\nA: {{x}}', { variables: { x: 'a\nb' } }), ['header-value error "A"']);
    assert.deepEqual(await said('GET http://h\nA: {{x | trim}}', { variables: { x: 'a\n' } }), []);
  });

  it('is reported if a header ends its body elsewhere', async () => {
    const framed = async (text: string, around: Around = {}): Promise<readonly string[]> =>
      (await said(text, around)).filter((line) => line.startsWith('body-framing'));
    const framing = 'body-framing error "Content-Length"';
    assert.deepEqual(await framed('POST http://h\nContent-Length: 3\n\n0123456789'), [framing]);
    assert.deepEqual(await framed('POST http://h\nContent-Length: 10\n\n0123456789'), []);
    assert.deepEqual(await framed('POST http://h\nContent-Length: {{n}}\n\nx', { variables: { n: 3 } }), [framing]);
    assert.deepEqual(await framed('POST http://h\nContent-Length: 1\nTransfer-Encoding: chunked\n\nx'), [framing]);
    assert.deepEqual(await framed('POST http://h\nTransfer-Encoding: xchunked\n\nx'), ['body-framing error "Transfer-Encoding"']);
    assert.deepEqual(await framed('Content-Length: 3\n###\nPOST http://h\n\nx'), []);
    for (const unknown of [
      'POST http://h\nContent-Length: 3\n\n{{?Text}}',
      'POST http://h\nContent-Length: {{?Length}}\n\nx',
      'POST http://h\nContent-Length: 3\n\n< ./body.txt',
      '< {% request.body = "abc" %}\nPOST http://h\nContent-Length: 3\n\nx',
      '# @unsafe-framing\nPOST http://h\nContent-Length: 3\n\nx',
    ])
      assert.deepEqual(await framed(unknown, { files: { 'body.txt': 'x' } }), [], unknown);
  });

  it('never shows a secret that went into it', async () => {
    const around = { privateEnvironments: { dev: { host: 'canary host' } }, environment: 'dev' };
    const [message] = await messages('GET http://{{host}}/x', around);
    assert.match(message ?? '', /•••/);
    assert.ok(!/canary/.test(message ?? ''));
  });

  it('is reported for the written part of its URL that is not sent', async () => {
    assert.deepEqual(await said('GET http://h/#top'), ['fragment hint "#top"']);
    assert.deepEqual(await said('GET http://h\n    /a\n    ?b=1#top'), ['fragment hint "#top"']);
    assert.deepEqual(await said('GET {{u}}', { variables: { u: 'http://h/#x' } }), ['fragment hint "GET {{u}}"']);
    assert.deepEqual(await said('GET http://h/?a={{u}}', { variables: { u: '#x' } }), []);
  });

  it('is reported for a multipart type without a boundary', async () =>
    assert.deepEqual(await said('POST http://h\nContent-Type: multipart/form-data\n\nx'), ['request-setting warning "POST http://h"']));
});

describe('a name without a value', () => {
  it('is only for information where no environment was read', async () => {
    assert.deepEqual(await said('GET {{host}}', { trusted: false }), ['undefined-variable information "{{host}}"']);
    assert.match(
      (await messages('GET {{host}}', { trusted: false }))[0] ?? '',
      /Environments are not read until this workspace is trusted\.$/,
    );
  });

  it('inside a definition waits for the script that sets it', async () => {
    const text = '@url = http://h/{{id}}\nGET {{url}}\n\n> {% tool.setVar("id", 1) %}\n';
    assert.deepEqual(await said(text), ['undefined-until-sent hint "{{id}}"', 'undefined-until-sent hint "{{url}}"']);
  });

  it('is set by a script of a shared file before each request', async () => {
    const files = { 'collection.req': '< {% tool.setVar("id", 1) %}\n' };
    assert.deepEqual(await said('GET http://h/{{id}}', { files }), []);
  });

  it('may be a mistyped name of a script variable', async () => {
    const text = 'GET http://h/{{usreId}}\n\n> {% tool.setVar("userId", 1) %}\n';
    assert.deepEqual(await messages(text), ['usreId is not defined: did you mean userId?']);
  });

  it('is a warning in the last response, which lists the existing names', async () => {
    const text =
      '# @name login\nGET http://h\n###\n@t = {{login.response.body.tokn}}\nGET http://h/{{login.response.body.tokn}}/{{t}}/{{login.response.body.list[3]}}';
    const around = { exchanges: { login: { response: { body: { token: 'x', list: [1, 2, 3] } } } } };
    assert.deepEqual(
      (await said(text, around)).map((s) => s.split(' ').slice(0, 2).join(' ')),
      ['missing-property warning', 'missing-property warning', 'missing-property warning', 'index-out-of-range warning'],
    );
    assert.deepEqual((await messages(text, around)).slice(1), [
      'login.response.body has no property tokn: did you mean token? (in the last response; the next may differ)',
      't (a.req:4): login.response.body has no property tokn: did you mean token? (in the last response; the next may differ)',
      'login.response.body.list has 3 elements: there is no [3], the last is [2] (in the last response; the next may differ)',
    ]);
  });
});
