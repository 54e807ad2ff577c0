import assert from 'node:assert/strict';
import { checkImport, importFiles } from '../../../src/convert/import/index.ts';
import { imported, warningsOf } from '../../support/imported.ts';

const exported = (resources: object): string =>
  JSON.stringify({ yaakVersion: '2025.1.0', yaakSchema: 4, resources: { workspaces: [{ id: 'w', name: 'My API' }], ...resources } });
const request = (more: object): object => ({
  id: 'r',
  workspaceId: 'w',
  folderId: null,
  name: 'R',
  method: 'GET',
  url: 'https://a.test',
  ...more,
});
const files = (resources: object): ReadonlyMap<string, string> =>
  new Map(imported(undefined, [{ path: 'y.json', text: exported(resources) }]).files.map((f) => [f.path, f.text]));
const written = (more: object): string => files({ httpRequests: [request(more)] }).get('My API.req') ?? '';

const whole = {
  folders: [
    { id: 'f', workspaceId: 'w', folderId: null, name: 'Users', authenticationType: 'bearer', authentication: { token: '${[ tok ]}' } },
  ],
  environments: [
    {
      id: 'b',
      workspaceId: 'w',
      name: 'Global',
      base: true,
      variables: [
        { name: 'host', value: 'https://a.test', enabled: true },
        { name: 'tok', value: '1' },
      ],
    },
    { id: 'd', workspaceId: 'w', name: 'dev', base: false, variables: [{ name: 'tok', value: 'x${[ host ]}' }] },
  ],
  httpRequests: [
    request({
      id: 'rq_2',
      folderId: 'f',
      sortPriority: 2,
      name: 'Me',
      url: "${[host]}/${[ response.body.path(request='rq_1', path='$.user[0].id') ]}",
    }),
    request({ id: 'rq_1', folderId: 'f', sortPriority: 1, name: 'Log in', authenticationType: 'none' }),
  ],
};

describe('importing from Yaak', () => {
  it('writes folders in their order, environments, and values of responses', () => {
    const found = files(whole);
    assert.equal(
      found.get('Users.req'),
      '# @auth bearer {{tok}}\n\n### Log in\n# @name Log_in\n# @auth none\nGET https://a.test\n\n### Me\n# @ref Log_in\nGET {{host}}/{{Log_in.response.body.user[0].id}}\n',
    );
    assert.deepEqual(JSON.parse(found.get('http-client.env.json') ?? ''), {
      $shared: { host: 'https://a.test', tok: '{{$secret.tok}}' },
      dev: { tok: 'x{{host}}' },
    });
  });

  it('reads bodies, parameters and authentication', () => {
    assert.equal(
      written({
        method: 'POST',
        url: 'https://a.test/:id/x',
        urlParameters: [
          { name: ':id', value: '7', enabled: true },
          { name: 'q', value: 'a b', enabled: true },
          { name: 'off', value: '1', enabled: false },
        ],
        bodyType: 'application/json',
        body: { text: '{"a": "${[ uuid.v4() ]}"}' },
        authenticationType: 'basic',
        authentication: { username: 'u', password: '${[ p ]}' },
      }),
      '### R\n# switched off: off=1\n# @auth basic u {{p}}\nPOST https://a.test/7/x?q=a%20b\nContent-Type: application/json\n\n{"a": "{{$uuid}}"}\n',
    );
    const form = {
      form: [
        { name: 'f', file: './x.png', enabled: true },
        { name: 'a', value: '1' },
      ],
    };
    assert.match(written({ bodyType: 'multipart/form-data', body: form }), /filename="x\.png"\nContent-Type: image\/png\n\n< \.\/x\.png/);
    assert.match(
      written({ method: 'POST', bodyType: 'graphql', body: { query: '{ a }', variables: '{"x": 1}' } }),
      /GRAPHQL [^]*\{ a \}\n\n\{"x": 1\}/,
    );
    assert.match(
      written({ authenticationType: 'apikey', authentication: { key: 'k', value: '${[ v ]}', location: 'query' } }),
      /# @auth apikey k \{\{v\}\} in=query/,
    );
  });

  it('encodes path parameters, and sends files by the name and type that are given, or by their extension', () => {
    const url = 'https://a.test/:id/:tag?x=1';
    const urlParameters = [
      { name: ':id', value: 'a b/c?' },
      { name: ':tag', value: '${[ t ]}%' },
    ];
    assert.match(written({ url, urlParameters }), /^GET https:\/\/a\.test\/a%20b%2Fc%3F\/\{\{t\}\}%25\?x=1$/m);
    const form = [
      { name: 'f', file: './a.bin', filename: 'b.csv' },
      { name: 'g', file: './c.json' },
      { name: 'h', file: './d.json', contentType: 'text/x' },
    ];
    const text = written({ method: 'POST', bodyType: 'multipart/form-data', body: { form } });
    assert.deepEqual(
      Array.from(text.matchAll(/filename="(.*)"\nContent-Type: (.*)\n\n< (.*)/g), (m) => m.slice(1)),
      [
        ['b.csv', 'text/csv', './a.bin'],
        ['c.json', 'application/json', './c.json'],
        ['d.json', 'text/x', './d.json'],
      ],
    );
  });

  it('configures OAuth 2 with the defaults that Yaak does not store, and an audience', () => {
    const authentication = { accessTokenUrl: 'https://t', clientId: 'c', audience: '${[ api ]}', grantType: 'client_credentials' };
    const configured = (more: object): unknown => {
      const httpRequests = [request({ authenticationType: 'oauth2', authentication: { ...authentication, ...more } })];
      return JSON.parse(files({ httpRequests }).get('http-client.env.json') ?? '').$shared.Security.Auth.r;
    };
    const common = {
      Type: 'OAuth2',
      'Grant Type': 'Client Credentials',
      'Token URL': 'https://t',
      'Client ID': 'c',
      'Custom Request Parameters': { audience: '{{api}}' },
    };
    assert.deepEqual(configured({}), { ...common, 'Client Credentials': 'in body' });
    assert.deepEqual(configured({ credentials: 'basic' }), common);
  });

  it('writes settings of a workspace and of a request, and reports settings that a request cannot unset', () => {
    const workspace = {
      id: 'w',
      name: 'My API',
      settingValidateCertificates: false,
      settingFollowRedirects: true,
      settingRequestTimeout: 5000,
    };
    const off = { enabled: true, value: false };
    const httpRequests = [
      request({ settingFollowRedirects: off, settingSendCookies: off, settingStoreCookies: off, settingRequestTimeout: { value: 9 } }),
      request({ id: 's', name: 'S', settingValidateCertificates: { enabled: true, value: true } }),
    ];
    const text = JSON.stringify({ resources: { workspaces: [workspace], httpRequests } });
    const found = new Map(imported('yaak', [{ path: 'y.json', text }]).files.map((f) => [f.path, f.text]));
    assert.equal(found.get('collection.req'), '# @insecure\n# @timeout 5000ms\n');
    assert.match(found.get('My API.req') ?? '', /^### R\n# @no-redirect\n# @no-cookie-jar\nGET /);
    assert.deepEqual(warningsOf('yaak', text, 'y.json'), [
      'S: Yaak checks certificates here; in Req, # @insecure of a shared file applies here too: write it in the other requests instead.',
    ]);
  });

  it('writes tags with arguments only where Req has the same value, and encrypted values as secrets', () => {
    const tags = ['timestamp.unixMillis()', "timestamp.unix(date='2020-01-01')", "random.range(min='1', max='9', decimals='0')"];
    const secrets = ["secure(value='YENC_a')", "secure(value='YENC_b')", "secure(value='YENC_a')"];
    const body = { text: [...tags, ...secrets].map((t) => `\${[ ${t} ]}`).join(' ') };
    assert.match(
      written({ method: 'POST', bodyType: 'text/plain', body }),
      /\n\n\{\{\$datetime "x"\}\} \$\{\[ timestamp\.unix\(date='2020-01-01'\) \]\} \{\{\$randomInt 1 10\}\} \{\{\$secret\.yaak_1\}\} \{\{\$secret\.yaak_2\}\} \{\{\$secret\.yaak_1\}\}\n/,
    );
  });

  it('writes files in which req check finds no error', async () => {
    const result = await checkImport(importFiles(undefined, [{ path: 'y.json', text: exported(whole) }]), {
      root: '/target',
      kindOf: () => Promise.resolve(undefined),
    });
    assert.deepEqual(
      result.notes.filter((n) => n.level === 'warning'),
      [],
    );
    assert.deepEqual([result.requests, result.whole], [2, 2]);
  });

  it('reports tags and requests that it leaves out, and refuses other files', () => {
    const text = exported({
      httpRequests: [request({ url: "https://a.test/${[ random.range(min='1') ]}" })],
      grpcRequests: [{ id: 'g', workspaceId: 'w', name: 'Stream' }],
    });
    assert.deepEqual(warningsOf('yaak', text, 'y.json'), [
      ': Stream is not an HTTP request and is left out.',
      "R: The tag ${[ random.range(min='1') ]} is not carried over: it is text.",
    ]);
    assert.throws(() => importFiles('yaak', [{ path: 'x.json', text: '{}' }]), /x\.json is not an export of Yaak/);
  });
});
