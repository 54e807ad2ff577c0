import assert from 'node:assert/strict';
import type { ImportFormat } from '../../../src/convert/import/index.ts';
import { imported } from '../../support/imported.ts';
import { bodyText, sendsOf } from '../../support/importedSends.ts';

const password = 'hunter2-secret';
const postman = (more: object, item: readonly object[] = []): string =>
  JSON.stringify({ info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item, ...more });
const get = (request: object): object => ({ name: 'R', request: { method: 'GET', url: 'https://a.b', ...request } });
const bru = (more: string, url = 'https://a.b'): string => `meta {\n  name: R\n}\n\nget {\n  url: ${url}\n}\n\n${more}`;
const insomnia = (more: object): string =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'w', _type: 'workspace', name: 'C' },
      { _id: 'r', _type: 'request', parentId: 'w', name: 'R', method: 'GET', url: 'https://a.b', ...more },
    ],
  });
const insomniaEnvironment = (data: object): string =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'w', _type: 'workspace', name: 'C' },
      { _id: 'e', _type: 'environment', parentId: 'w', name: 'Base', data },
      { _id: 's', _type: 'environment', parentId: 'e', name: 'dev', data: { host: 'h.example' } },
    ],
  });
const har = (headers: Readonly<Record<string, string>>, url = 'https://a.b/c'): string =>
  JSON.stringify({
    log: { entries: [{ request: { method: 'GET', url, headers: Object.entries(headers).map(([name, value]) => ({ name, value })) } }] },
  });
const basic = (words: readonly string[]): object => ({
  type: words[0],
  [words[0] ?? '']: words.slice(1).map((w) => ({ key: w.split('=')[0], value: w.split('=')[1] })),
});

/** Places of credentials: format, file, text, the name of the secret, and its value. */
const cases: readonly (readonly [what: string, format: ImportFormat, path: string, text: string, name: string, value: string])[] = [
  ['basic, Postman', 'postman', 'p.json', postman({ auth: basic(['basic', 'username=u', `password=${password}`]) }), 'password', password],
  ['bearer, Postman', 'postman', 'p.json', postman({}, [get({ auth: basic(['bearer', 'token=test']) })]), 'token', 'test'],
  ['API key, Postman', 'postman', 'p.json', postman({}, [get({ auth: basic(['apikey', 'key=X-Api-Key', 'value=v']) })]), 'apiKey', 'v'],
  ['AWS, Postman', 'postman', 'p.json', postman({ auth: basic(['awsv4', 'accessKey=A', 'secretKey=S']) }), 'awsSecretKey', 'S'],
  [
    'OAuth client, Postman',
    'postman',
    'p.json',
    postman({}, [
      get({ auth: basic(['oauth2', 'grant_type=client_credentials', 'accessTokenUrl=https://t', 'clientId=i', 'clientSecret=cs']) }),
    ]),
    'clientSecret',
    'cs',
  ],
  ['header, Postman', 'postman', 'p.json', postman({}, [get({ header: [{ key: 'Authorization', value: 'Bearer abc' }] })]), 'token', 'abc'],
  [
    'header that is switched off, Postman',
    'postman',
    'p.json',
    postman({}, [get({ header: [{ key: 'X-Auth-Token', value: 'abc', disabled: true }] })]),
    'authToken',
    'abc',
  ],
  [
    'variable marked as secret, Postman',
    'postman',
    'e.json',
    JSON.stringify({ name: 'dev', values: [{ key: 'word', value: 'hush', type: 'secret' }] }),
    'word',
    'hush',
  ],
  [
    'variable named as a password, Postman environment',
    'postman',
    'e.json',
    JSON.stringify({ name: 'dev', values: [{ key: 'password', value: 'hunter2' }] }),
    'password',
    'hunter2',
  ],
  [
    'variable named as a token, Postman',
    'postman',
    'p.json',
    postman({ variable: [{ key: 'apiToken', value: 'plain' }] }),
    'apiToken',
    'plain',
  ],
  ['variable named as a password, Bruno', 'bruno', 'environments/dev.bru', 'vars {\n  password: hunter2\n}\n', 'password', 'hunter2'],
  ...(['password', 'apiToken', 'client_secret', 'API_KEY'] as const).map(
    (name) =>
      [
        `${name}, Insomnia environment`,
        'insomnia',
        'i.json',
        insomniaEnvironment({ [name]: 'hunter2' }),
        name === 'API_KEY' ? 'aPI_KEY' : name,
        'hunter2',
      ] as const,
  ),
  ['nested, Insomnia environment', 'insomnia', 'i.json', insomniaEnvironment({ login: { password: 'hunter2' } }), 'password', 'hunter2'],
  [
    'variable that a password names, Postman',
    'postman',
    'p.json',
    postman({ variable: [{ key: 'pw', value: password }], auth: basic(['basic', 'username=u', 'password={{pw}}']) }),
    'pw',
    password,
  ],
  ['basic, Bruno', 'bruno', 'r.bru', bru(`auth:basic {\n  username: u\n  password: ${password}\n}\n`), 'password', password],
  ['bearer, Bruno', 'bruno', 'r.bru', bru('auth:bearer {\n  token: abc\n}\n'), 'token', 'abc'],
  ['cookie, Bruno', 'bruno', 'r.bru', bru('headers {\n  Cookie: a=b\n}\n'), 'cookie', 'a=b'],
  ['password in the URL, Bruno', 'bruno', 'r.bru', bru('', `https://u:${password}@a.b/c`), 'password', password],
  ['basic, Insomnia', 'insomnia', 'i.json', insomnia({ authentication: { type: 'basic', username: 'u', password } }), 'password', password],
  [
    'API key, Insomnia',
    'insomnia',
    'i.json',
    insomnia({ authentication: { type: 'apikey', key: 'K', value: 'v', addTo: 'header' } }),
    'k',
    'v',
  ],
  ['header, HAR', 'har', 'a.har', har({ Authorization: `Basic ${btoa(`u:${password}`)}` }), 'basicCredentials', btoa(`u:${password}`)],
  ['cookie, HAR', 'har', 'a.har', har({ Cookie: 'sid=1' }), 'cookie', 'sid=1'],
  ['parameter, HAR', 'har', 'a.har', har({}, 'https://a.b/c?api_key=Zq8xJ2mPw7Rt9LkVb3Nd'), 'api_key', 'Zq8xJ2mPw7Rt9LkVb3Nd'],
  ['user, curl', 'curl', 'c.sh', `curl -u u:${password} https://a.b`, 'basicCredentials', btoa(`u:${password}`)],
  ['header, curl', 'curl', 'c.sh', "curl https://a.b -H 'X-Api-Key: abc'", 'apiKey', 'abc'],
  ['proxy, curl', 'curl', 'c.sh', 'curl https://a.b -x http://u:abc@proxy', 'password', 'abc'],
  ['header, .http', 'http', 'a.http', 'GET https://a.b\nAuthorization: Bearer abc\n', 'token', 'abc'],
  ['password that is not encoded, .http', 'http', 'a.http', `GET https://a.b\nAuthorization: Basic u ${password}\n`, 'password', password],
  ['variable in a header, .http', 'http', 'a.http', '@t = abc\n\nGET https://a.b\nAuthorization: Bearer {{t}}\n', 't', 'abc'],
];

describe('credentials in files that are imported', () => {
  for (const [what, format, path, text, name, value] of cases) {
    it(`become secrets, with a line in the report: ${what}`, () => {
      const { files, secrets, notes, requests, whole } = imported(format, [{ path, text }]);
      const written = files.map((f) => f.text).join('\n');
      assert.ok(written.includes(`{{$secret.${name}}}`), written);
      assert.equal(secrets.find((s) => s.name === name)?.value, value);
      if (value.length > 5) assert.ok(!written.includes(value), written);
      const reported = notes.filter((n) => n.message.includes(`is now the secret ${name};`));
      assert.deepEqual(
        reported.map((n) => n.level),
        ['information'],
      );
      assert.ok(!JSON.stringify(notes).includes(value) || value.length < 6);
      assert.equal(whole, requests);
    });
  }

  it('are sent as they were', async () => {
    const quoted = 'a "b\' {{{ \\{{ c';
    const text = insomnia({
      url: 'https://u:p%40ss@a.b/?q=1',
      method: 'POST',
      authentication: { type: 'bearer', token: quoted },
      headers: [
        { name: 'X-Api-Key', value: quoted },
        { name: 'Cookie', value: 'a=b; c="d"' },
      ],
      body: { mimeType: 'text/plain', text: 'key ghp_Zq8xJ2mPw7Rt9LkVb3NdZq8xJ2mPw7Rt9LkVb3 end' },
    });
    const send = (await sendsOf(imported('insomnia', [{ path: 'i.json', text }]))).get('R');
    assert.ok(send);
    assert.equal(send.url, 'https://u:p%40ss@a.b/?q=1');
    assert.deepEqual(
      send.headers.filter(([n]) => /^(?:x-api-key|cookie|authorization)$/i.test(n)).map(([, v]) => v),
      [quoted, 'a=b; c="d"', `Bearer ${quoted}`],
    );
    assert.equal(bodyText(send), 'key ghp_Zq8xJ2mPw7Rt9LkVb3NdZq8xJ2mPw7Rt9LkVb3 end');
  });

  it('are asked for where the source keeps them to itself', () => {
    const environment = { key: 'k', value: '', type: 'secret' };
    const postmanFiles = imported('postman', [{ path: 'e.json', text: JSON.stringify({ name: 'dev', values: [environment] }) }]).files;
    assert.match(postmanFiles[0]?.text ?? '', /"k": "\{\{\$secret\.k\}\}"/);
    const vault = imported('insomnia', [{ path: 'i.json', text: insomnia({ headers: [{ name: 'A', value: '{{ vault.k }}' }] }) }]).files;
    assert.ok(vault.some((f) => f.text.includes('A: {{$secret.k}}')));
  });

  it('have a name for each value, and one name where it is the same', () => {
    const item = ['one', 'two', 'one'].map((token) => get({ auth: basic(['bearer', `token=${token}`]) }));
    const { secrets } = imported('postman', [{ path: 'p.json', text: postman({}, item) }]);
    assert.deepEqual(secrets, [
      { name: 'token', value: 'one' },
      { name: 'token_2', value: 'two' },
    ]);
  });

  it('do not get the name of a secret of the source', () => {
    const item = [get({ auth: basic(['bearer', 'token=one']), header: [{ key: 'A', value: '{{vault:token}}' }] })];
    assert.deepEqual(imported('postman', [{ path: 'p.json', text: postman({}, item) }]).secrets, [{ name: 'token_2', value: 'one' }]);
  });

  it('are not values to fill in, nor examples of a description', () => {
    for (const value of ['<token>', '{token}', 'YOUR_TOKEN', 'xxxx', '{{token}}', '']) {
      const { secrets } = imported('http', [{ path: 'a.http', text: `GET https://a.b\nAuthorization: Bearer ${value}\n` }]);
      assert.deepEqual(secrets, [], value);
    }
    const openapi = {
      openapi: '3.0.0',
      paths: { '/a': { get: { parameters: [{ in: 'header', name: 'X-Api-Key', required: true, example: 'abc' }] } } },
    };
    assert.deepEqual(imported('openapi', [{ path: 'o.json', text: JSON.stringify(openapi) }]).secrets, []);
  });

  it('are those of a header that is switched off, too', () => {
    for (const [key, name] of [
      ['X-Signature', 'signature'],
      ['X-Auth-Key', 'authKey'],
      ['Cookie', 'cookie'],
    ] as const) {
      const item = [get({ header: [{ key, value: 'hush', disabled: true }] })];
      const { secrets, files } = imported('postman', [{ path: 'p.json', text: postman({}, item) }]);
      assert.deepEqual(secrets, [{ name, value: 'hush' }]);
      assert.ok(files.every(({ text }) => !text.includes('hush')));
    }
  });

  it('are those of a field or a variable that is switched off, too', () => {
    const query = [
      ['token', 'hush'],
      ['signature', 'hush-2'],
      ['page_token', '2'],
      ['q', 'token'],
    ].map(([key, value]) => ({ key, value, disabled: true }));
    const url = { raw: 'https://a.b', host: ['a', 'b'], query };
    const { files, secrets } = imported('postman', [{ path: 'p.json', text: postman({}, [get({ url })]) }]);
    assert.match(
      files.map(({ text }) => text).join(),
      /off: token=\{\{\$secret\.token\}\}\n.*off: signature=\{\{\$secret\.signature\}\}\n.*off: page_token=2\n.*off: q=token\n/,
    );
    assert.deepEqual(
      secrets.map(({ value }) => value),
      ['hush', 'hush-2'],
    );
    const disabled =
      'meta {\n  name: R\n}\n\nget {\n  url: https://a.b\n}\n\nvars:pre-request {\n  ~apiKey: hush\n}\n\nassert {\n  ~res.body.token: isString\n}\n';
    const bruno = imported('bruno', [{ path: 'R.bru', text: disabled }]);
    assert.deepEqual(bruno.secrets, [{ name: 'apiKey', value: 'hush' }]);
    assert.match(
      bruno.files.map(({ text }) => text).join(),
      /off: apiKey: \{\{\$secret\.apiKey\}\}\n[^]*off: assertion res\.body\.token: isString\n/,
    );
  });

  it('are not flags, numbers, URLs and paths whose name is that of a credential', () => {
    const values = [
      ['useToken', 'true'],
      ['token', '2'],
      ['accessToken', 'https://h.test/token'],
      ['private_key', './keys/a.pem'],
    ].map(([key, value]) => ({ key, value, enabled: true }));
    const text = JSON.stringify({ name: 'dev', values });
    const { secrets, files } = imported('postman', [{ path: 'dev.postman_environment.json', text }]);
    assert.deepEqual(secrets, []);
    for (const { value = '' } of values)
      assert.ok(
        files.some((file) => file.text.includes(value)),
        value,
      );
    const other = JSON.stringify({ name: 'dev', values: [{ key: 'userPassword', value: 'hush', enabled: true }] });
    assert.deepEqual(imported('postman', [{ path: 'dev.postman_environment.json', text: other }]).secrets, [
      { name: 'userPassword', value: 'hush' },
    ]);
  });

  it('stay in scripts, with a warning', () => {
    const event = [{ listen: 'prerequest', script: { exec: ['pm.environment.set("t", "ghp_Zq8xJ2mPw7Rt9LkVb3NdZq8xJ2mPw7Rt9LkVb3");'] } }];
    const { notes, files } = imported('postman', [{ path: 'p.json', text: postman({ event }) }]);
    assert.ok(notes.some((n) => n.level === 'warning' && /A script contains what looks like a GitHub token/.test(n.message)));
    assert.ok(!files.some((f) => f.text.includes('$secret')));
  });
});
