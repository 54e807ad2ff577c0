import assert from 'node:assert/strict';
import type { ImportFormat } from '../../../src/convert/import/index.ts';
import { imported } from '../../support/imported.ts';
import { bodyText, sendsOf } from '../../support/importedSends.ts';

const postman = (item: readonly object[], more: object = {}): string =>
  JSON.stringify({ info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item, ...more });
const request = (of: object): object => ({ name: 'R', request: { method: 'POST', url: 'https://a.b', ...of } });
const form = (mode: 'urlencoded' | 'formdata'): object => ({
  body: { mode, [mode]: ['name', 'password', 'file'].map((key) => ({ key, value: key === 'password' ? 'hunter2' : 'x' })) },
});
const bru = 'meta {\n  name: R\n}\n\npost {\n  url: https://a.b\n}\n\nbody:form-urlencoded {\n  client_secret: hush-1\n}\n';

const cases: readonly (readonly [what: string, format: ImportFormat, path: string, text: string, name: string, value: string])[] = [
  ['parameter, Postman', 'postman', 'p.json', postman([request({ url: 'https://a.b/c?page=2&sid_token=hush-1' })]), 'sid_token', 'hush-1'],
  ['parameter, .http', 'http', 'a.http', 'GET https://a.b/c\n  ?page=2\n  &client_secret=hush-1#x\n', 'client_secret', 'hush-1'],
  ['form, Postman', 'postman', 'p.json', postman([request(form('urlencoded'))]), 'password', 'hunter2'],
  ['multipart form, Postman', 'postman', 'p.json', postman([request(form('formdata'))]), 'password', 'hunter2'],
  ['form, curl', 'curl', 'c.sh', "curl https://a.b -d 'user%5Bapi_token%5D=a%20b%2Bc&x=1'", 'api_token', 'a b+c'],
  ['form, Bruno', 'bruno', 'r.bru', bru, 'client_secret', 'hush-1'],
  [
    'variable in a form, .http',
    'http',
    'a.http',
    '@cs = hunter2\n\nPOST https://a.b\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&client_secret={{cs}}\n',
    'cs',
    'hunter2',
  ],
  [
    'variable, Postman',
    'postman',
    'p.json',
    postman([request({ url: 'https://a.b?passcode={{pc}}&page_token={{next}}' })], { variable: [{ key: 'pc', value: 'hunter2' }] }),
    'pc',
    'hunter2',
  ],
];

describe('credentials in queries and forms that are imported', () => {
  for (const [what, format, path, text, name, value] of cases) {
    it(`become secrets, with a line in the report: ${what}`, () => {
      const { files, secrets, notes, requests, whole } = imported(format, [{ path, text }]);
      const written = files.map((f) => f.text).join('\n');
      assert.deepEqual(secrets, [{ name, value }]);
      assert.ok(written.includes(`{{$secret.${name}}}`), written);
      assert.ok(!written.includes(value), written);
      assert.equal(notes.filter((n) => n.message.includes(`is now the secret ${name};`)).length, 1);
      assert.equal(whole, requests);
    });
  }

  it('are sent as they were', async () => {
    const query = 'token=p%40ss%20w%C3%B6rd&password=a/b%26c&secret=%zz&api_key=ü~1&next_token=abc';
    const field = { key: 'password', value: 'a "b\' {{{ %41+& ü' };
    const item = (['urlencoded', 'formdata'] as const).map((mode) => ({
      name: mode,
      request: { method: 'POST', url: `https://a.b/c?${query}`, body: { mode, [mode]: [field, { key: 'q', value: '1' }] } },
    }));
    const result = imported('postman', [{ path: 'p.json', text: postman(item) }]);
    assert.deepEqual(
      result.secrets.map(({ value }) => value),
      ['p%40ss%20w%C3%B6rd', 'a/b&c', '%zz', 'ü~1', field.value],
    );
    const sends = await sendsOf(result);
    const [first, second] = [sends.get('urlencoded'), sends.get('formdata')];
    assert.equal(first?.wireUrl, 'https://a.b/c?token=p%40ss%20w%C3%B6rd&password=a/b%26c&secret=%25zz&api_key=%C3%BC~1&next_token=abc');
    assert.equal(first === undefined ? '' : bodyText(first), 'password=a+%22b%27+%7B%7B%7B+%2541%2B%26+%C3%BC&q=1');
    assert.match(second === undefined ? '' : bodyText(second), /name="password"\r\n\r\na "b' \{\{\{ %41\+& ü\r\n--/);
  });

  it('are asked for where a collection has a secret variable without a value', () => {
    const variable = [
      { key: 'apiKey', value: '', type: 'secret' },
      { key: 'empty', value: '', type: 'string' },
    ];
    const { files, notes } = imported('postman', [{ path: 'p.json', text: postman([], { variable }) }]);
    assert.deepEqual(
      files.map(({ text }) => text),
      ['@apiKey = {{$secret.apiKey}}\n@empty =\n'],
    );
    assert.match(notes.map(({ message }) => message).join(), /^The secret apiKey has no value in the file: Req asks for it/);
  });

  it('are not tokens of pages, flags and numbers', () => {
    const queries = [
      'page_token=CAUQAA',
      'nextPageToken=Zq8xJ2mPw7Rt9LkVb3Nd',
      'token=2',
      'use_token=true',
      'token=',
      'a=b?token=1&x=token',
    ];
    for (const query of queries) {
      const [key, value] = query.split('=');
      const of = { url: `https://a.b/c?${query}`, body: { mode: 'urlencoded', urlencoded: [{ key, value }] } };
      const { secrets, files } = imported('postman', [{ path: 'p.json', text: postman([request(of)]) }]);
      assert.deepEqual(secrets, [], query);
      assert.ok(files.some(({ text }) => text.includes(of.url)));
    }
  });

  it('are not those of a fragment, of other bodies, or of the examples of a description', () => {
    const text = ['POST https://a.b/c#?token=hush-1', 'Content-Type: text/plain', '', 'password=hush-1', ''].join('\n');
    assert.deepEqual(imported('http', [{ path: 'a.http', text }]).secrets, []);
    const parameters = [{ in: 'query', name: 'access_token', required: true, example: 'abc' }];
    const description = JSON.stringify({ openapi: '3.0.0', paths: { '/a': { get: { parameters } } } });
    assert.deepEqual(imported('openapi', [{ path: 'o.json', text: description }]).secrets, []);
  });
});
