import assert from 'node:assert/strict';
import { sendRun, type SendRun } from '../../support/sendRun.ts';
import { startDigestServer, type DigestServer } from '../../support/digestServer.ts';
import { startRecorder } from '../../support/recorder.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const sentHeaders = ({ events }: SendRun): readonly string[] =>
  events.flatMap((e) => (e.kind === 'sending' ? e.request.headers.map(([name, value]) => `${name}: ${value}`) : []));
const authorizations = (run: SendRun): readonly string[] => sentHeaders(run).filter((h) => /^authorization:/i.test(h));

describe('a run that signs in', () => {
  let server: TestServer;
  let other: TestServer;
  let digest: DigestServer;
  before(async () => {
    [server, other] = await Promise.all([startServer(), startServer()]);
    digest = await startDigestServer({
      user: 'ada',
      password: 'pass word',
      challenges: ['Digest realm="here", nonce="NONCE", qop="auth"'],
    });
  });
  after(() => Promise.all([server.close(), other.close(), digest.close()]));

  it('sends Basic, and shows it nowhere', async () => {
    const run = await sendRun({ 'a.req': `# @auth basic ada "pass word"\nGET ${server.url}/echo\n` });
    const pair = Buffer.from('ada:pass word').toString('base64');
    assert.deepEqual(
      server.requests.at(-1)?.headers.filter(([name]) => name === 'Authorization'),
      [['Authorization', `Basic ${pair}`]],
    );
    assert.deepEqual(authorizations(run), ['Authorization: Basic •••']);
    const dry = await sendRun({ 'a.req': `# @auth basic ada "pass word"\nGET ${server.url}/echo\n` }, { mode: 'dry' });
    assert.deepEqual(authorizations(dry), ['Authorization: Basic •••']);
  });

  it('shows no key of the query', async () => {
    const run = await sendRun({ 'a.req': `# @auth apikey key the-key in=query\nGET ${server.url}/echo\n` });
    assert.equal(server.requests.at(-1)?.target, '/echo?key=the-key');
    assert.ok(run.events.every((e) => e.kind === 'chunk' || !JSON.stringify(e).includes('the-key')));
  });

  it('answers a digest challenge, reports it, and shows no hash', async () => {
    const run = await sendRun({ 'a.req': `# @auth digest ada "pass word"\nGET ${digest.url}/x\n\n?? status == 200\n` });
    assert.deepEqual(run.tests, ['+ status == 200']);
    assert.deepEqual(run.console, ['The server asked for credentials (401): the request was sent again with them.']);
    assert.match(authorizations(run).join('\n'), /^Authorization: Digest username="ada", .* response="•••", /);
  });

  it('signs for AWS in a dry run too, masked', async () => {
    const text = '# @auth aws AKID secret region=eu-west-1 service=s3 token=session\nGET http://127.0.0.1:1/key\n';
    const run = await sendRun({ 'a.req': text }, { mode: 'dry' });
    assert.match(
      authorizations(run).join('\n'),
      /^Authorization: AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/s3\/aws4_request, .*Signature=•••$/,
    );
    assert.ok(sentHeaders(run).includes('X-Amz-Security-Token: •••'));
  });

  for (const [what, auth] of [
    ['basic', 'basic ada pw'],
    ['bearer', 'bearer the-token'],
    ['apikey', 'apikey X-Key the-key'],
    ['aws', 'aws AKID secret region=eu-west-1 service=s3 token=session'],
    ['a JWT', 'jwt key=secret'],
    ['a JWT in another header', 'jwt key=secret name=X-Key prefix=""'],
    ['OAuth 1.0a', 'oauth1 key secret'],
    ['WSSE', 'wsse ada pw'],
    ['Hawk', 'hawk id key'],
  ] as const) {
    it(`sends ${what} to the same origin, and to no other`, async () => {
      const isCredential = ([name]: readonly [string, string]): boolean => /^(?:authorization|x-key|x-amz-.*|x-wsse)$/i.test(name);
      await sendRun({ 'a.req': `# @auth ${auth}\nGET ${server.url}/redirect/302?to=/echo\n` });
      assert.ok(server.requests.at(-1)?.headers.some(isCredential));
      await sendRun({ 'a.req': `# @auth ${auth}\nGET ${server.url}/redirect/302?to=${other.url}/echo\n` });
      assert.deepEqual(other.requests.at(-1)?.headers.filter(isCredential), []);
      await sendRun({ 'a.req': `# @keep-auth-on-redirect\n# @auth ${auth}\nGET ${server.url}/redirect/302?to=${other.url}/echo\n` });
      assert.ok(other.requests.at(-1)?.headers.some(isCredential));
    });
  }

  for (const [what, auth, hidden] of [
    ['a JWT', 'jwt key=secret', /^Authorization: Bearer •••$/m],
    ['OAuth 1.0a', 'oauth1 key secret', /^Authorization: OAuth .*oauth_signature="•••"/m],
    ['WSSE', 'wsse ada pw', /^X-WSSE: UsernameToken .*PasswordDigest="•••"/m],
    ['Hawk', 'hawk id key', /^Authorization: Hawk .*mac="•••"$/m],
  ] as const)
    it(`signs by ${what} in a dry run too, masked`, async () => {
      const run = await sendRun({ 'a.req': `# @auth ${auth}\nGET http://127.0.0.1:1/a\n` }, { mode: 'dry' });
      assert.match(sentHeaders(run).join('\n'), hidden);
    });

  it('signs a redirected request again, in its query, and leaves out the signature for another origin', async () => {
    const text = (to: string): string => `# @auth oauth1 key secret in=query\nGET ${server.url}/redirect/302?to=${to}/echo\n`;
    await sendRun({ 'a.req': text('') });
    const [first, second] = server.requests.slice(-2).map(({ target }) => /oauth_nonce=(\w+)/.exec(target)?.[1]);
    assert.ok(first !== undefined && second !== undefined && first !== second);
    await sendRun({ 'a.req': text(other.url) });
    assert.equal(other.requests.at(-1)?.target, '/echo');
  });

  it('signs each attempt of @retry again', async () => {
    const down = await startRecorder(() => 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n');
    try {
      await sendRun({ 'a.req': `# @retry 2 1ms\n# @auth wsse ada pw\nGET ${down.url}/a\n` });
      const digests = down.requests.map(({ head }) => /PasswordDigest="([^"]+)"/.exec(head)?.[1]);
      assert.deepEqual([digests.length, new Set(digests).size], [3, 3]);
    } finally {
      await down.close();
    }
  });

  it('sends nothing where its @auth cannot be read', async () => {
    const { length } = server.requests;
    const { result } = await sendRun({ 'a.req': `GET ${server.url}/echo\n`, 'collection.req': '# @auth basik a b\n' });
    assert.equal(result.failure?.kind, 'parse');
    assert.match(result.failure.message, /collection\.req:1: "basik" is not a kind of @auth/);
    assert.equal(server.requests.length, length);
  });
});
