import assert from 'node:assert/strict';
import { imported, warningsOf } from '../../support/imported.ts';

const described = (more: object): string =>
  JSON.stringify({ swagger: '2.0', info: { title: 'A', version: '1' }, host: 'h', basePath: '/v1', schemes: ['http', 'https'], ...more });
const files = (text: string): ReadonlyMap<string, string> =>
  new Map(imported(undefined, [{ path: 'a.json', text }]).files.map((f) => [f.path, f.text]));
/** The request of the one operation of a description. */
const one = (operation: object, more: object = {}, method = 'post'): string =>
  files(described({ paths: { '/x': { [method]: { summary: 'R', ...operation } } }, ...more })).get('A.req') ?? '';

describe('importing from Swagger 2.0', () => {
  it('makes an environment for each scheme of the host, https first', () => {
    const found = files(described({ paths: { '/x': { get: {} } } }));
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), {
      h: { baseUrl: 'https://h/v1' },
      'h http': { baseUrl: 'http://h/v1' },
    });
    assert.match(found.get('collection.req') ?? '', /@baseUrl = https:\/\/h\/v1\n/);
    assert.match(one({ schemes: ['http'] }, {}, 'get'), /GET http:\/\/h\/v1\/x\n/);
    assert.match(one({ schemes: ['http'] }, { host: undefined }, 'get'), /GET \{\{baseUrl\}\}\/x\n/);
    assert.match(warningsOf('openapi', described({ host: undefined, paths: { '/x': { get: {} } } }), 'a.json').join(), /names no host/);
  });

  it('reads a document in YAML whose version is a number', () => {
    const text = 'swagger: 2.0\ninfo: { title: A }\nhost: h\nschemes: [https]\npaths: { /x: { get: { summary: R } } }\n';
    const { files: found } = imported(undefined, [{ path: 'a.yaml', text }]);
    assert.equal(found.find((f) => f.path === 'A.req')?.text, '### R\nGET {{baseUrl}}/x\n');
  });

  it('writes parameters by their collectionFormat; those of the operation override those of the path', () => {
    const list = (name: string, collectionFormat?: string): object => ({
      name,
      in: 'query',
      required: true,
      type: 'array',
      items: { type: 'string' },
      default: ['a', 'b'],
      ...(collectionFormat === undefined ? {} : { collectionFormat }),
    });
    const text = files(
      described({
        parameters: { size: { name: 'size', in: 'query', type: 'integer', default: 20 } },
        paths: {
          '/u/{id}': {
            parameters: [
              { name: 'id', in: 'path', required: true, type: 'integer', default: 1 },
              { name: 'X-A', in: 'header', required: true, type: 'string', default: 'path' },
            ],
            get: {
              summary: 'R',
              parameters: [
                { name: 'X-A', in: 'header', required: true, type: 'string', 'x-example': 'own' },
                list('csv'),
                list('ssv', 'ssv'),
                list('tsv', 'tsv'),
                list('pipes', 'pipes'),
                list('multi', 'multi'),
                { $ref: '#/parameters/size' },
              ],
              produces: ['application/xml', 'application/json'],
              responses: { 200: {} },
            },
          },
        },
      }),
    ).get('A.req');
    assert.equal(
      text,
      [
        '### R',
        '# optional: ?size=20',
        '@id = 1',
        'GET {{baseUrl}}/u/{{id}}?csv=a,b&ssv=a%20b&tsv=a%09b&pipes=a%7Cb&multi=a&multi=b',
        'Accept: application/json',
        'X-A: own',
        '',
      ].join('\n'),
    );
  });

  it('writes a body by its schema and by `consumes`', () => {
    const body = { name: 'b', in: 'body', schema: { $ref: '#/definitions/User' } };
    const definitions = {
      User: { type: 'object', properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', example: 'Ada' } } },
    };
    const json = one({ parameters: [body] }, { definitions });
    assert.match(json, /Content-Type: application\/json\n\n\{\n {2}"name": "Ada"\n\}\n/);
    const other = one({ parameters: [body] }, { definitions, consumes: ['application/vnd.a+json'] });
    assert.match(other, /Content-Type: application\/vnd\.a\+json\n/);
  });

  it('writes a form with its fields, in parts where one is a file', () => {
    const fields = [
      { name: 'q', in: 'formData', type: 'string', default: 'a b' },
      { name: 'ids', in: 'formData', type: 'array', items: { type: 'integer' }, default: [1, 2], collectionFormat: 'pipes' },
    ];
    assert.match(one({ parameters: fields }), /Content-Type: application\/x-www-form-urlencoded\n\nq=a\+b\n&ids=1%7C2\n/);
    const withFile = one({ parameters: [...fields, { name: 'photo', in: 'formData', type: 'file' }] });
    assert.match(withFile, /Content-Type: multipart\/form-data; boundary=/);
    assert.match(withFile, /name="photo"; filename="photo\.bin"[^]*< \{\{\?Path of the file for photo\}\}/);
    assert.match(one({ parameters: fields, consumes: ['multipart/form-data'] }), /multipart\/form-data/);
  });

  it('signs in by basic, keys and flows of OAuth 2', () => {
    const securityDefinitions = {
      b: { type: 'basic' },
      k: { type: 'apiKey', name: 'X-Key', in: 'header' },
      o: { type: 'oauth2', flow: 'accessCode', authorizationUrl: 'https://h/auth', tokenUrl: 'https://h/token', scopes: { a: 'A' } },
    };
    const signedBy = (name: string): string => one({ security: [{ [name]: [] }] }, { securityDefinitions }, 'get');
    assert.match(signedBy('b'), /# @auth basic \{\{\$secret\.b_user\}\} \{\{\$secret\.b_password\}\}\n/);
    assert.match(signedBy('k'), /# @auth apikey X-Key \{\{\$secret\.k\}\}\n/);
    assert.match(signedBy('o'), /# @auth oauth2 o\n/);
    const environments = files(described({ securityDefinitions, paths: { '/x': { get: { security: [{ o: ['a'] }] } } } }));
    assert.match(environments.get('http-client.env.json') ?? '', /"Token URL": "https:\/\/h\/token"/);
  });

  it('recognizes a large document whose version is at its end', () => {
    const definitions = { A: { description: 'x'.repeat(300_000) } };
    const text = JSON.stringify({ definitions, host: 'h', info: { title: 'A' }, paths: { '/x': { get: {} } }, swagger: '2.0' });
    assert.equal(imported(undefined, [{ path: 'a.json', text }]).requests, 1);
  });

  it('refuses older versions', () => {
    assert.throws(
      () => imported('openapi', [{ path: 'a.json', text: '{"swagger": "1.2"}' }]),
      /a\.json has version 1\.2: Req reads Swagger 2\.0/,
    );
  });
});
