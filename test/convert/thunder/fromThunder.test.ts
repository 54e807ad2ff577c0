import assert from 'node:assert/strict';
import { checkImport, detectFormat, importFiles } from '../../../src/convert/import/index.ts';
import { scriptProblem } from '../../../src/language/javascript.ts';
import { imported, warningsOf } from '../../support/imported.ts';

const collection = (requests: readonly object[], more: object = {}): string =>
  JSON.stringify({ clientName: 'Thunder Client', collectionName: 'My API', version: '1.2', folders: [], requests, ...more });
const request = (more: object): object => ({ _id: 'r', containerId: '', name: 'R', url: 'https://a.test', method: 'GET', ...more });
const files = (text: string): ReadonlyMap<string, string> =>
  new Map(imported(undefined, [{ path: 't.json', text }]).files.map((f) => [f.path, f.text]));
const written = (more: object): string => files(collection([request(more)])).get('My API.req') ?? '';
const warnings = (more: object): readonly string[] => warningsOf('thunder', collection([request(more)]), 't.json');

describe('importing from Thunder Client', () => {
  it('writes folders in their order, with the settings that their requests share', () => {
    const found = files(
      collection(
        [
          request({ _id: '2', name: 'Second', containerId: 'f', sortNum: 20, method: 'DELETE' }),
          request({ _id: '1', name: 'First', containerId: 'f', sortNum: 10, params: [{ name: 'q', value: 'a b' }] }),
        ],
        {
          folders: [{ _id: 'f', name: 'Users', containerId: '', sortNum: 5, settings: { auth: { type: 'bearer', bearer: '{{token}}' } } }],
          settings: { headers: [{ name: 'X-App', value: 'req' }] },
        },
      ),
    );
    assert.equal(found.get('collection.req'), 'X-App: req\n');
    assert.equal(
      found.get('Users.req'),
      '# @auth bearer {{token}}\n\n### First\nGET https://a.test?q=a%20b\n\n### Second\nDELETE https://a.test\n',
    );
  });

  it('reads bodies, path parameters and authentication', () => {
    assert.equal(
      written({
        method: 'post',
        url: 'https://a.test/{id}?x=1',
        params: [
          { name: 'id', value: '{{user}}', isPath: true },
          { name: 'x', value: '1' },
          { name: 'y', value: '2', isDisabled: true },
        ],
        body: { type: 'json', raw: '{"a": "{{#guid}}"}' },
        auth: { type: 'basic', basic: { username: 'u', password: '{{p}}' } },
      }),
      '### R\n# switched off: y=2\n# @auth basic u {{p}}\nPOST https://a.test/{{user}}?x=1\nContent-Type: application/json\n\n{"a": "{{$uuid}}"}\n',
    );
    assert.match(
      written({ body: { type: 'formencoded', form: [{ name: 'a', value: '1 2' }] } }),
      /Content-Type: application\/x-www-form-urlencoded\n\na=1\+2\n/,
    );
    assert.match(
      written({ body: { type: 'formdata', form: [{ name: 'a', value: '1' }], files: [{ name: 'f', value: './x.png' }] } }),
      /name="f"; filename="x\.png"\nContent-Type: image\/png\n\n< \.\/x\.png\n/,
    );
    assert.match(
      written({ method: 'POST', body: { type: 'graphql', graphql: { query: '{ a }', variables: '{"x": 1}' } } }),
      /GRAPHQL [^]*\{ a \}\n\n\{"x": 1\}/,
    );
  });

  it('writes fields of forms that are switched off as comments, and reports such variables', () => {
    const form = [
      { name: 'a', value: '1' },
      { name: 'b', value: '2', isDisabled: true },
    ];
    assert.match(written({ body: { type: 'formencoded', form } }), /^# switched off: b=2\n[^]*\n\na=1\n$/m);
    assert.match(written({ body: { type: 'formdata', form } }), /^# switched off: b=2$/m);
    assert.doesNotMatch(written({ body: { type: 'json', raw: '{}', form } }), /switched off/);
    const variables = [{ name: 'v', value: '1', isDisabled: true }];
    const text = JSON.stringify({ clientName: 'Thunder Client', environmentName: 'dev', variables });
    assert.deepEqual(warningsOf('thunder', text, 'thunder-environment_dev.json'), [': The variable v is disabled and is left out.']);
  });

  it('writes tests as assertions, and those that set a variable as captures', () => {
    const text = written({
      tests: [
        { type: 'res-code', custom: '', action: 'equal', value: '200' },
        { type: 'res-time', custom: '', action: '<', value: '500' },
        { type: 'header', custom: 'X-Id', action: 'notcontains', value: 'a' },
        { type: 'json-query', custom: 'json.items[0].id', action: 'isType', value: 'number' },
        { type: 'json-query', custom: '$.name', action: 'equal', value: 'Ada' },
        { type: 'json-query', custom: 'json.items', action: 'count', value: '3' },
        { type: 'json-query', custom: 'json.token', action: 'setto', value: '{{token}}' },
        { type: 'set-env-var', custom: 'json.token', action: 'setto', value: '{{again, local}}' },
        { type: 'set-env-var', custom: 'header.X-Token', action: 'setto', value: '{{of_header}}' },
        { type: 'set-env-var', custom: 'cookie.sid', action: 'setto', value: '{{of_cookie}}' },
        { type: 'set-env-var', custom: 'text', action: 'setto', value: '{{of_text}}' },
        { type: 'json-query', custom: '$..id', action: 'setto', value: '{{ids}}' },
      ],
    });
    assert.deepEqual(
      text.split('\n').filter((l) => /^(?:\?\?|tool|@)/.test(l)),
      [
        '@token << body.token',
        '@again << body.token',
        '@of_header << header X-Token',
        '@of_cookie << cookies["sid"].value',
        '@of_text << body.text',
        '?? status == 200',
        '?? duration < 500',
        '?? header X-Id not contains "a"',
        '?? body.items[0].id isNumber',
        '?? body.name == "Ada"',
        '?? body.items length 3',
        'tool.setVar("ids", jsonPath(response.json(), "$..id"));',
      ],
    );
  });

  it('writes system variables with their arguments', () => {
    assert.match(
      written({
        method: 'POST',
        body: { type: 'text', raw: "{{#number}} {{#number, 1, 9}} {{#date, 'hh:mm:ss:fff'}} {{#string}} {{#email}}" },
      }),
      /\n\n\{\{\$randomInt 1 1000001\}\} \{\{\$randomInt 1 10\}\} \{\{\$localDatetime "hh:mm:ss:SSS"\}\} \{\{\$randomWord\}\} \{\{\$randomEmail\}\}\n/,
    );
  });

  it('writes files in which req check finds no error', async () => {
    const text = collection([
      request({ name: 'Log in', sortNum: 1, tests: [{ type: 'json-query', custom: 'json.t', action: 'setto', value: '{{tok}}' }] }),
      request({ name: 'Me', sortNum: 2, auth: { type: 'bearer', bearer: '{{tok}}' }, preReq: { script: 'tc.setVar("a", 1);' } }),
    ]);
    const result = await checkImport(importFiles(undefined, [{ path: 't.json', text }]), {
      root: '/target',
      kindOf: () => Promise.resolve(undefined),
      scriptProblem,
    });
    assert.deepEqual(
      result.notes.filter((n) => n.level === 'warning'),
      [],
    );
    assert.deepEqual([result.requests, result.whole], [2, 2]);
  });

  it('reports what it leaves out', () => {
    assert.deepEqual(
      warnings({
        url: 'https://a.test/{{#enum a,b}}',
        tests: [{ type: 'xml-query', custom: 'a.b', action: 'equal', value: '1' }],
        auth: { type: 'ntlm', ntlm: {} },
        postReq: { script: 'tc.loadModule("x");' },
      }),
      [
        'R: Signing in with ntlm is not carried over. Req does not sign in with NTLM.',
        'R: Req has no equivalent of the assertion xml-query a.b equal 1.',
        'R: Script, line 1: tc.loadModule: Req has no such function.',
        'R: {{#enum a,b}} generates a value that Req does not support: it is text.',
      ],
    );
  });

  it('reads environments, alone and beside a collection', () => {
    const environment = JSON.stringify({
      clientName: 'Thunder Client',
      environmentName: 'dev',
      variables: [
        { name: 'base url', value: 'https://{{host}}' },
        { name: 'off', value: 'x', isDisabled: true },
      ],
    });
    assert.equal(detectFormat({ path: 'e.json', text: environment }), 'thunder');
    assert.deepEqual(JSON.parse(files(environment).get('http-client.env.json') ?? ''), { dev: { base_url: 'https://{{host}}' } });
    const both = imported('thunder', [
      { path: 't.json', text: collection([request({})]) },
      { path: 'e.json', text: environment },
    ]);
    assert.deepEqual(
      both.files.map((f) => f.path),
      ['collection.req', 'My API.req', 'http-client.env.json'],
    );
  });

  it('refuses a file of another kind', () => {
    assert.throws(() => importFiles('thunder', [{ path: 'x.json', text: '{}' }]), /x\.json is neither a collection nor an environment/);
  });
});
