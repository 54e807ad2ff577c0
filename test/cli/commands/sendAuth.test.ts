import assert from 'node:assert/strict';
import { runReq, startReq, type Ended } from '../../support/command.ts';
import { startOAuthServer, type OAuthServer } from '../../support/oauthServer.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

describe('req send of a request that signs in', () => {
  const { server, folder } = useServerAndFolder();
  let oauth: OAuthServer;
  before(async () => {
    oauth = await startOAuthServer({ clientSecret: 'client-secret' });
  });
  after(() => oauth.close());

  const send = (...args: readonly string[]): Promise<Ended> => runReq(['send', 'a.req', ...args], { cwd: folder.path });
  const all = ({ stdout, stderr }: Ended): string => stdout + stderr;
  const program = JSON.stringify([process.execPath, '-e', 'console.log("printed-token")']);

  it('runs a program for its token with --allow-command, in the folder of its file, and shows the token nowhere', async () => {
    folder.write('collection.req', `# @auth command argv=${program} ttl=1h\n`);
    folder.write('a.req', `GET ${server.url}/headers?X-A=1\n`);
    const ended = await send('--allow-command', '-v');
    assert.equal(ended.code, 0, all(ended));
    assert.deepEqual(
      server.requests.at(-1)?.headers.filter(([name]) => name === 'Authorization'),
      [['Authorization', 'Bearer printed-token']],
    );
    assert.ok(!all(ended).includes('printed-token'));
    assert.match(ended.stderr, /> Authorization: Bearer •••/);
  });

  it('shows no secret of the environment that the program quotes in its error', async () => {
    const failing = [process.execPath, '-e', 'console.error("refused: " + process.env.REQ_SECRET_KEY); process.exit(1)'];
    folder.write('a.req', `# @auth command argv=${JSON.stringify(failing)} env=["REQ_SECRET_KEY"]\nGET ${server.url}/echo\n`);
    const ended = await runReq(['send', 'a.req', '--allow-command'], { cwd: folder.path, env: { REQ_SECRET_KEY: 'secret-of-env' } });
    assert.match(ended.stderr, /exited with 1: refused: •••/);
    assert.ok(!all(ended).includes('secret-of-env'));
  });

  it('runs no program without --allow-command, nor in a dry run', async () => {
    const { length } = server.requests;
    folder.write(
      'a.req',
      `# @auth command argv=${JSON.stringify([process.execPath, '-e', 'require("fs").writeFileSync("ran", "")'])}\nGET ${server.url}/echo\n`,
    );
    const refused = await send();
    assert.equal(refused.code, 6);
    assert.match(refused.stderr, /may not be run/);
    assert.equal((await send('--allow-command', '--dry-run')).code, 0);
    assert.equal(server.requests.length, length);
    assert.throws(() => folder.read('ran'));
  });

  it('fetches a token once for all requests, and shows neither it nor the secret', async () => {
    const fields = {
      'Grant Type': 'Client Credentials',
      'Token URL': `${oauth.url}/token`,
      'Client ID': 'cli:ent',
      'Client Secret': '{{$secret.CLIENT}}',
    };
    folder.write('http-client.env.json', JSON.stringify({ dev: { Security: { Auth: { api: fields } } } }));
    folder.write('a.req', `# @auth oauth2 api\n\n### One\nGET ${oauth.url}/api\n\n### Two\nGET ${oauth.url}/api\n`);
    const args = ['send', 'a.req', '--all', '--env', 'dev', '-v'];
    const ended = await runReq(args, { cwd: folder.path, env: { REQ_SECRET_CLIENT: 'client-secret' } });
    assert.equal(ended.code, 0, all(ended));
    assert.deepEqual([oauth.forms.length, oauth.used], [1, ['access-token-1', 'access-token-1']]);
    for (const hidden of ['access-token-1', 'client-secret', Buffer.from('cli%3Aent:client-secret').toString('base64')])
      assert.ok(!all(ended).includes(hidden), hidden);
  });

  it('reports why it cannot sign in without a terminal', async () => {
    const fields = { 'Auth URL': `${oauth.url}/authorize`, 'Token URL': `${oauth.url}/token`, 'Client ID': 'cli:ent' };
    folder.write('http-client.env.json', JSON.stringify({ $shared: { Security: { Auth: { api: fields } } } }));
    folder.write('a.req', `# @auth oauth2 api\nGET ${oauth.url}/api\n`);
    const ended = await send();
    assert.equal(ended.code, 2, all(ended));
    assert.match(ended.stderr, /a user must sign in with a browser/);
  });

  it('prints the code of a device, and continues after it was entered', async () => {
    const device = await startOAuthServer();
    try {
      const fields = {
        'Grant Type': 'Device Authorization',
        'Device Auth URL': `${device.url}/device`,
        'Token URL': `${device.url}/token`,
        'Client ID': 'cli:ent',
      };
      folder.write('http-client.env.json', JSON.stringify({ $shared: { Security: { Auth: { api: fields } } } }));
      folder.write('a.req', `# @auth oauth2 api\nGET ${device.url}/api\n`);
      const running = await startReq(['send', 'a.req'], { cwd: folder.path });
      await running.untilErr('To sign in for api, open http://server/activate and type ABCD-EFGH');
      assert.equal((await running.ended).code, 0);
      assert.deepEqual(device.used, ['access-token-1']);
    } finally {
      await device.close();
    }
  });
});
