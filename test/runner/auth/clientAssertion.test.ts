import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import { isIn, OAuthRuns } from '../../support/oauthRun.ts';
import type { OAuthServer } from '../../support/oauthServer.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'prime256v1',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const grant = { 'Grant Type': 'Client Credentials', 'Signing Algorithm': 'ES256', 'Key ID': 'k1' };
const clientSecret = 's:e c+r% of at least thirty-two bytes';

describe('an OAuth 2 client that signs in with a JWT', () => {
  const runs = OAuthRuns.use();
  let server: OAuthServer;
  beforeEach(async () => {
    server = await runs.start({
      signsIn: (form, authorization) =>
        authorization === undefined &&
        !form.has('client_secret') &&
        form.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
  });
  const assertionOf = (at: number): string => server.forms[at]?.['client_assertion'] ?? '';

  it('is accepted by jose for private_key_jwt, with a new ID each time, and shows nothing of it', async () => {
    const sent = await runs.run({ ...grant, 'Client Credentials': 'private_key_jwt', 'Private Key': privateKey });
    isIn(sent);
    const expected = { issuer: 'cli:ent', subject: 'cli:ent', audience: `${server.url}/token`, algorithms: ['ES256'] };
    const { payload, protectedHeader } = await jwtVerify(assertionOf(0), await importSPKI(publicKey, 'ES256'), expected);
    assert.deepEqual([protectedHeader.kid, (payload.exp ?? 0) - (payload.iat ?? 0)], ['k1', 300]);
    const reported = JSON.stringify(sent.events);
    assert.ok(!reported.includes(assertionOf(0)) && !reported.includes('PRIVATE KEY'));
    server.revoke();
    isIn(await runs.run({ ...grant, 'Client Credentials': 'private_key_jwt', 'Private Key': privateKey }));
    const again = await jwtVerify(assertionOf(1), await importSPKI(publicKey, 'ES256'), expected);
    assert.notEqual(again.payload.jti, payload.jti);
  });

  it('reads its key from a file beside the environment file, and accepts another audience', async () => {
    const fields = {
      ...grant,
      'Client Credentials': 'private_key_jwt',
      'Private Key File': './keys/a.pem',
      'Assertion Audience': 'https://a.test',
    };
    isIn(await runs.run(fields, { files: { 'keys/a.pem': privateKey } }));
    await jwtVerify(assertionOf(0), await importSPKI(publicKey, 'ES256'), { audience: 'https://a.test' });
  });

  it('is accepted by jose for client_secret_jwt', async () => {
    isIn(await runs.run({ 'Grant Type': 'Client Credentials', 'Client Credentials': 'client_secret_jwt', 'Client Secret': clientSecret }));
    await jwtVerify(assertionOf(0), new TextEncoder().encode(clientSecret), { audience: `${server.url}/token` });
  });

  it('fails without a key, with one that may not be read, or with one that does not fit', async () => {
    const credentials = { ...grant, 'Client Credentials': 'private_key_jwt' };
    for (const [fields, why] of [
      [{}, /"Private Key" is missing/],
      [{ 'Private Key File': './no.pem' }, /key file .*no\.pem does not exist/],
      [{ 'Private Key': 'hush' }, /The key for ES256 is not a private key/],
    ] as const) {
      const { result, events } = await runs.run({ ...credentials, ...fields });
      assert.match(result.failure?.message ?? '', why);
      assert.ok(!JSON.stringify(events).includes('hush'));
    }
    const { result } = await runs.run(
      { ...credentials, 'Private Key File': './a.pem' },
      { files: { 'a.pem': privateKey }, host: { mayRead: () => Promise.resolve(false) } },
    );
    assert.match(result.failure?.message ?? '', /reading it was not allowed/);
  });
});
