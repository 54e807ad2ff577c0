import assert from 'node:assert/strict';
import { imported, importedText, warningsOf } from '../../support/imported.ts';
import { sendsOf } from '../../support/importedSends.ts';

const collection = (fields: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'A',
        request: {
          method: 'GET',
          url: { raw: 'https://a.test/v1?x=1' },
          auth: { type: 'oauth2', oauth2: Object.entries(fields).map(([key, value]) => ({ key, value })) },
        },
      },
    ],
  });

async function sent(fields: Readonly<Record<string, string>>) {
  const result = imported('postman', [{ path: 'c.json', text: collection({ ...fields }) }]);
  const request = (await sendsOf(result)).get('A');
  return { url: request?.wireUrl, authorization: request?.headers.find(([n]) => n === 'Authorization')?.[1] };
}

describe('OAuth 2 of Postman with a token', () => {
  it('becomes a bearer token, without a warning', () => {
    const text = collection({ accessToken: '{{tok}}', addTokenTo: 'header', tokenType: 'Bearer' });
    assert.match(importedText('postman', text, 'c.json'), /^# @auth bearer \{\{tok\}\}$/m);
    assert.deepEqual(warningsOf('postman', text, 'c.json'), []);
  });

  it('sends the prefix of the source, or none where it is empty', async () => {
    assert.equal((await sent({ accessToken: 'abc' })).authorization, 'Bearer abc');
    assert.equal((await sent({ accessToken: 'abc', headerPrefix: 'Bearer ' })).authorization, 'Bearer abc');
    assert.equal((await sent({ accessToken: 'abc', headerPrefix: 'Token' })).authorization, 'Token abc');
    assert.equal((await sent({ accessToken: 'abc', headerPrefix: '' })).authorization, 'abc');
  });

  it('goes into the query if the source defines so', async () => {
    assert.deepEqual(await sent({ accessToken: 'abc', addTokenTo: 'queryParams' }), {
      url: 'https://a.test/v1?x=1&access_token=abc',
      authorization: undefined,
    });
  });

  it('is fetched if the source has a token URL, and sent as in the source if it also has a token', async () => {
    const grant = { accessTokenUrl: 'https://a.test/token', grant_type: 'client_credentials', clientId: 'me', clientSecret: 's3cret-abc' };
    assert.match(importedText('postman', collection(grant), 'c.json'), /^# @auth oauth2 a$/m);
    assert.match(
      importedText('postman', collection({ ...grant, accessToken: '{{t}}', addTokenTo: 'queryParams' }), 'c.json'),
      /in=query$/m,
    );
    assert.match(warningsOf('postman', collection({ ...grant, headerPrefix: 'Token' }), 'c.json').join(), /sent as Authorization: Bearer/);
  });
});

describe('a header Authorization in a collection of Postman', () => {
  const own = { key: 'Authorization', value: 'Basic YTpiYw==' };
  const fields = { bearer: { token: 'abc' }, apikey: { key: 'X-K', value: 'abc' }, oauth1: { addParamsToHeader: false }, noauth: {} };
  const auth = (type: keyof typeof fields | 'inherit', more: object = {}): object => ({
    type,
    [type]: { ...fields[type as 'noauth'], ...more },
  });
  const of = (around: object, inside: object, ofRequest: object): string => {
    const request = { method: 'GET', url: 'https://a.test', header: [own], ...ofRequest };
    const folder = { name: 'F', item: [{ name: 'A', request }], ...inside };
    const info = { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json' };
    const { files } = imported('postman', [{ path: 'c.json', text: JSON.stringify({ info, item: [folder], ...around }) }]);
    return /^(?:# )?(?=Authorization)/m.exec(files.find(({ path }) => path === 'F.req')?.text ?? '')?.[0] ?? 'none';
  };

  it('is replaced by the authentication of the request, the folder or the collection', () => {
    const bearer = { auth: auth('bearer') };
    assert.deepEqual([of({}, {}, bearer), of({}, bearer, {}), of(bearer, {}, { auth: auth('inherit') })], ['# ', '# ', '# ']);
  });

  it('stays where none applies, or one that does not set it', () => {
    const bearer = { auth: auth('bearer') };
    for (const type of ['noauth', 'apikey', 'oauth1'] as const) assert.equal(of(bearer, {}, { auth: auth(type) }), '', type);
    assert.deepEqual(
      [of({}, {}, {}), of(bearer, { auth: auth('noauth') }, {}), of({ auth: auth('bearer', { token: '' }) }, {}, {})],
      ['', '', ''],
    );
  });
});
