import assert from 'node:assert/strict';
import { inspect, type Around } from '../../../support/inspect.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const around: Around = { variables: { user: 'ada', password: 'with space: ä', token: 'tok-1', pair: 'ada:pw', scheme: 'Basic ada pw' } };

describe('a signed-in request', () => {
  for (const [what, lines, expected] of [
    ['basic', '# @auth basic {{user}} {{password}}', `Basic ${base64('ada:with space: ä')}`],
    ['basic with literal words', '# @auth basic ada "a b"', `Basic ${base64('ada:a b')}`],
    ['basic without a password', '# @auth basic key ""', `Basic ${base64('key:')}`],
    ['bearer', '# @auth bearer {{token}}', 'Bearer tok-1'],
    ['none', '# @auth none', undefined],
  ] as const)
    it(`sends ${what}`, async () => assert.equal((await inspect(`${lines}\nGET http://a.b/`, around)).header('authorization'), expected));

  for (const [value, expected] of [
    ['Basic {{user}} {{password}}', `Basic ${base64('ada:with space: ä')}`],
    ['Basic ada  a "b" c', `Basic ${base64('ada:a "b" c')}`],
    ['basic ada:pw', `Basic ${base64('ada:pw')}`],
    ['Basic {{user}}:{{password}}', `Basic ${base64('ada:with space: ä')}`],
    ['Basic {{pair}}', `Basic ${base64('ada:pw')}`],
    ['{{scheme}}', `Basic ${base64('ada:pw')}`],
    [`Basic ${base64('ada:pw')}`, `Basic ${base64('ada:pw')}`],
    ['Basic {{pair | base64}}', `Basic ${base64('ada:pw')}`],
    ['Bearer {{token}}', 'Bearer tok-1'],
    ['Basic', 'Basic'],
    ['Basically a b', 'Basically a b'],
  ] as const)
    it(`accepts the header Authorization: ${value}`, async () =>
      assert.equal((await inspect(`GET http://a.b/\nAuthorization: ${value}`, around)).header('authorization'), expected));

  for (const [text, expected] of [
    ['# @auth digest {{user}} {{password}}\nGET http://a.b/', { kind: 'digest', user: 'ada', password: 'with space: ä' }],
    ['GET http://a.b/\nAuthorization: Digest {{user}} {{password}}', { kind: 'digest', user: 'ada', password: 'with space: ä' }],
    ['GET http://a.b/\nAuthorization: digest ada two words', { kind: 'digest', user: 'ada', password: 'two words' }],
    ['GET http://a.b/\nAuthorization: Digest username="ada", realm="x"', undefined],
    ['GET http://a.b/\nAuthorization: Digest username="ada"', undefined],
    [
      '# @auth aws {{user}} {{password}} region=eu-west-1 service=s3 token={{token}}\nGET http://a.b/',
      { kind: 'aws', key: 'ada', secret: 'with space: ä', token: 'tok-1', region: 'eu-west-1', service: 's3' },
    ],
    ['# @auth aws k s\nGET http://a.b/', { kind: 'aws', key: 'k', secret: 's', token: undefined, region: undefined, service: undefined }],
    [
      'GET http://a.b/\nAuthorization: AWS k s token:{{token}} region:eu-west-1 service:s3',
      { kind: 'aws', key: 'k', secret: 's', token: 'tok-1', region: 'eu-west-1', service: 's3' },
    ],
    ['GET http://a.b/\nAuthorization: AWS AKID:signature', undefined],
    ['GET http://a.b/\nAuthorization: AWS k s more', undefined],
  ] as const)
    it(`signs when it is sent: ${text.replace(/\n/g, ' ')}`, async () => {
      const request = (await inspect(text, around)).sent();
      assert.deepEqual(request.auth, expected);
      assert.equal(
        request.headers.some(([name]) => name === 'Authorization'),
        expected === undefined,
      );
    });

  for (const [shared, kept] of [
    ['Authorization: Bearer {{login.response.body.token}}\n', undefined],
    ['# @auth bearer {{login.response.body.token}}\n', undefined],
    ['X-Other: 1\n', ''],
  ] as const)
    it(`sends ${kept ?? 'no'} header for an empty Authorization with ${JSON.stringify(shared)} in a shared file`, async () =>
      assert.equal(
        (await inspect('GET http://a.b/\nAuthorization:\n', { files: { 'collection.req': shared } })).header('authorization'),
        kept,
      ));

  it('omits a header of the collection that folder.req has empty, but never a header that Req adds by itself', async () => {
    const files = { 'collection.req': 'X-A: 1\nUser-Agent: shared\n', 'sub/folder.req': 'X-A:\nUser-Agent:\n' };
    const { headers } = (await inspect('GET http://a.b/\n', { files, at: 'sub/a.req' })).sent();
    assert.deepEqual(headers, [['User-Agent', '']]);
  });

  it('signs for the nearest, and keeps headers that are further away out', async () => {
    const files = { 'folder.req': 'Authorization: Bearer around\n', 'collection.req': '# @auth digest far away\n' };
    const own = (await inspect('# @auth digest a b\nGET http://a.b/', { files })).sent();
    assert.deepEqual([own.auth, own.headers], [{ kind: 'digest', user: 'a', password: 'b' }, []]);
    const header = (await inspect('GET http://a.b/\nAuthorization: Digest a b', { files })).sent();
    assert.deepEqual([header.auth, header.headers], [{ kind: 'digest', user: 'a', password: 'b' }, []]);
    const folder = (await inspect('GET http://a.b/', { files })).sent();
    assert.deepEqual([folder.auth, folder.headers], [undefined, [['Authorization', 'Bearer around']]]);
  });

  it('reads a folded header as one', async () =>
    assert.equal(
      (await inspect('GET http://a.b/\nAuthorization: Basic ada\n  pw', around)).header('authorization'),
      `Basic ${base64('ada:pw')}`,
    ));

  it('sends a key in the header, or the query, that is named', async () => {
    assert.equal((await inspect('# @auth apikey X-Key {{token}}\nGET http://a.b/', around)).header('x-key'), 'tok-1');
    for (const [url, expected] of [
      ['http://a.b/c', 'http://a.b/c?k%20y=a%26b'],
      ['http://a.b/c?x=1', 'http://a.b/c?x=1&k%20y=a%26b'],
      ['http://a.b/c#here', 'http://a.b/c?k%20y=a%26b'],
    ])
      assert.equal((await inspect(`# @auth apikey "k y" a&b in=query\nGET ${url}`)).sent().wireUrl, expected);
  });

  it('hides credentials, whatever they are made of', async () => {
    const { secrets } = (await inspect('# @auth basic ada pw\nGET http://a.b/')).sent();
    assert.deepEqual(secrets, [base64('ada:pw')]);
    assert.deepEqual((await inspect('# @auth apikey X-Key open-key\nGET http://a.b/')).sent().secrets, ['open-key']);
    assert.deepEqual((await inspect('GET http://a.b/\nAuthorization: Basic ada pw')).sent().secrets, [base64('ada:pw')]);
  });

  it('reports the part of an @auth without a value, at its place', async () => {
    const it = await inspect('# @auth basic {{user}} {{nobody}}\nGET http://a.b/', around);
    assert.match(it.problems().join('\n'), /^\{\{nobody\}\}: nobody is not defined/);
    assert.deepEqual(it.said(), ['undefined-variable error "{{nobody}}"']);
  });

  it('is refused a user name of Basic with a colon', async () => {
    assert.match((await inspect('# @auth basic a:b c\nGET http://a.b/')).problems().join('\n'), /cannot contain a colon/);
    assert.match((await inspect('GET http://a.b/\nAuthorization: Basic a:b c')).problems().join('\n'), /cannot contain a colon/);
  });
});

describe('the nearest @auth', () => {
  const folder = '# @auth bearer of-folder\n';
  const collection = '# @auth bearer of-collection\nX-From: collection\n';
  for (const [what, text, files, expected] of [
    ['of the collection', 'GET http://a.b/', { 'collection.req': collection }, 'Bearer of-collection'],
    ['of the folder before the collection', 'GET http://a.b/', { 'collection.req': collection, 'folder.req': folder }, 'Bearer of-folder'],
    [
      "of the file's first block before the folder",
      '# @auth bearer of-file\n\n###\nGET http://a.b/',
      { 'folder.req': folder },
      'Bearer of-file',
    ],
    [
      'of the request before all',
      '# @auth bearer of-file\n\n###\n# @auth bearer own\nGET http://a.b/',
      { 'folder.req': folder },
      'Bearer own',
    ],
    ['the last of several in a block', '# @auth bearer one\n# @auth bearer two\nGET http://a.b/', {}, 'Bearer two'],
    ['none, which ends it', '# @auth none\nGET http://a.b/', { 'folder.req': folder }, undefined],
    ['none, also for a header around', '# @auth none\nGET http://a.b/', { 'folder.req': 'Authorization: Bearer around\n' }, undefined],
    ['not where the request has the header', 'GET http://a.b/\nAuthorization: own', { 'folder.req': folder }, 'own'],
    ['not where both stand in one place', '# @auth bearer a\nGET http://a.b/\nAuthorization: own', {}, 'own'],
    [
      'before a header further away',
      'GET http://a.b/',
      { 'folder.req': folder, 'collection.req': 'Authorization: far\n' },
      'Bearer of-folder',
    ],
    ['not before a header nearer by', 'GET http://a.b/', { 'folder.req': 'Authorization: near\n', 'collection.req': collection }, 'near'],
    ['before what the URL says', '# @auth bearer own\nGET http://u:p@a.b/', {}, 'Bearer own'],
    ['not of another folder', 'GET http://a.b/', { 'sub/folder.req': folder }, undefined],
  ] as const)
    it(`applies: ${what}`, async () => assert.equal((await inspect(text, { files })).header('authorization'), expected));

  it('is resolved with the variables of the request', async () => {
    const files = { 'collection.req': '@who = nobody\n# @auth bearer {{who}}\n' };
    assert.equal((await inspect('@who = ada\n\n###\nGET http://a.b/', { files })).header('authorization'), 'Bearer ada');
  });

  it('leaves other headers of its file in their order', async () =>
    assert.deepEqual((await inspect('GET http://a.b/\nX-A: 1', { files: { 'collection.req': collection } })).sent().headers, [
      ['X-A', '1'],
      ['X-From', 'collection'],
      ['Authorization', 'Bearer of-collection'],
    ]));

  it('that cannot be read is reported at its place, and at the requests that it applies to', async () => {
    const files = { 'collection.req': '\n# @auth basik\n' };
    assert.match((await inspect('GET http://a.b/', { files })).problems().join('\n'), /^collection\.req:2: "basik" is not a kind of @auth/);
    assert.deepEqual((await inspect('# @auth basik a b\nGET http://a.b/')).said(), ['directive-value error "basik"']);
    assert.deepEqual((await inspect('\n# @auth bearer\n', { at: 'folder.req' })).said(), ['directive-value error "bearer"']);
  });

  it('without effect beside the header is a warning', async () =>
    assert.deepEqual((await inspect('# @auth bearer a\nGET http://a.b/\nAuthorization: own')).said(), ['request-setting warning "auth"']));
});
