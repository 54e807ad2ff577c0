import assert from 'node:assert/strict';
import { sendRun, type SendRun } from '../../support/sendRun.ts';
import { startDigestServer, type DigestServer } from '../../support/digestServer.ts';
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

  it('sends Basic, and shows it to nobody', async () => {
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

  it('answers a digest, tells of it, and shows no hash', async () => {
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
  ] as const) {
    it(`takes ${what} along to the same origin, and to no other`, async () => {
      const isCredential = ([name]: readonly [string, string]): boolean => /^(?:authorization|x-key|x-amz-.*)$/i.test(name);
      await sendRun({ 'a.req': `# @auth ${auth}\nGET ${server.url}/redirect/302?to=/echo\n` });
      assert.ok(server.requests.at(-1)?.headers.some(isCredential));
      await sendRun({ 'a.req': `# @auth ${auth}\nGET ${server.url}/redirect/302?to=${other.url}/echo\n` });
      assert.deepEqual(other.requests.at(-1)?.headers.filter(isCredential), []);
      await sendRun({ 'a.req': `# @keep-auth-on-redirect\n# @auth ${auth}\nGET ${server.url}/redirect/302?to=${other.url}/echo\n` });
      assert.ok(other.requests.at(-1)?.headers.some(isCredential));
    });
  }

  it('sends nothing where its @auth cannot be read', async () => {
    const { length } = server.requests;
    const { result } = await sendRun({ 'a.req': `GET ${server.url}/echo\n`, 'collection.req': '# @auth basik a b\n' });
    assert.equal(result.failure?.kind, 'parse');
    assert.match(result.failure.message, /collection\.req:1: "basik" is not a kind of @auth/);
    assert.equal(server.requests.length, length);
  });
});
