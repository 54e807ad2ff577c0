import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { unnamedSecret } from '../../src/language/index.ts';
import { ScriptVariables } from '../../src/runner/index.ts';
import { memoryHost, sendRun, testRunner, type SendRun } from '../support/sendRun.ts';
import { testCertificate } from '../support/server.ts';

describe('a host that restricts where messages may be sent', () => {
  let server: http.Server;
  let own: string;
  let asked: string[];
  let reached: string[];

  before(async () => {
    server = http.createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      if (request.url === '/away') response.writeHead(302, { location: `http://localhost:${own.split(':')[1]}/there` });
      if (request.url === '/secure') response.writeHead(302, { location: `https://${own}/there` });
      response.end(request.url === '/token' ? '{"access_token": "t", "token_type": "Bearer"}' : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    asked = [];
    reached = [];
  });

  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = (text: string, may: (host: string) => boolean, files = {}): Promise<SendRun> =>
    sendRun(
      { ...files, 'a.req': text },
      {
        environment: 'dev',
        host: {
          maySend({ method, to }) {
            const hosts = [to.host, ...(to.proxy === undefined ? [] : [to.proxy.host]), ...(to.addresses ?? []).map((a) => a.host)];
            asked.push(`${method} ${hosts.join(' ')}`);
            return Promise.resolve(hosts.every(may));
          },
        },
      },
    );

  it('prevents all messages that it does not allow', async () => {
    const { result } = await send(`POST http://${own}/\n`, () => false);
    assert.equal(result.outcome, 'cancelled');
    assert.match(result.failure?.message ?? '', /POST may not go to 127\.0\.0\.1/);
    assert.deepEqual(reached, []);
  });

  it('checks redirects', async () => {
    const { result } = await send(`GET http://${own}/away\n`, (host) => host === own);
    assert.equal(result.outcome, 'cancelled');
    assert.deepEqual(reached, ['GET /away']);
    assert.deepEqual(asked, [`GET ${own}`, `GET localhost:${own.split(':')[1]}`]);
  });

  it('checks the requests of @ref and of scripts', async () => {
    const text = `# @name first\nPOST http://${own}/first\n\n### second\n# @ref first\n< {%\n  await tool.send("first");\n%}\nGET http://${own}/second\n`;
    await send(text, () => true);
    assert.deepEqual(asked, [`POST ${own}`, `POST ${own}`, `GET ${own}`]);
  });

  it('checks proxies, and addresses that the file gives a host', async () => {
    await send(`# @proxy http://${own}\nGET http://far.invalid/\n`, (host) => host !== own);
    await send(`# @resolve far.invalid:80:127.0.0.1\nGET http://far.invalid/\n`, (host) => host !== '127.0.0.1');
    assert.deepEqual(asked, [`GET far.invalid ${own}`, 'GET far.invalid 127.0.0.1']);
    assert.deepEqual(reached, []);
  });

  it('learns of an unchecked certificate only for the origin that @insecure is written for', async () => {
    const unchecked: unknown[] = [];
    const host: NonNullable<Parameters<typeof sendRun>[1]>['host'] = {
      maySend({ to }) {
        unchecked.push(to.unchecked);
        return Promise.resolve(to.host === own && unchecked.length === 1);
      },
    };
    await sendRun({ 'a.req': `# @insecure\nGET http://${own}/secure\n` }, { host });
    assert.deepEqual(unchecked, [undefined, undefined]);
    await sendRun({ 'a.req': `# @insecure\nGET https://${own}/\n` }, { host });
    assert.deepEqual(unchecked.slice(2), [true]);
  });

  it('learns of a secret that an earlier request used, where it is in another message without its name', async () => {
    const variables = new ScriptVariables([['shared', { value: 'the-value', origin: { layer: 'script' }, secret: true }]]);
    const secrets = new Map<string, readonly string[]>();
    const runner = await testRunner(
      memoryHost(new Map(), {
        maySend({ url, secrets: names }) {
          secrets.set(new URL(url).pathname, names);
          return Promise.resolve(true);
        },
      }),
    );
    await sendRun({ 'a.req': `GET http://${own}/named?key={{shared}}\n` }, { runner, variables });
    await sendRun({ 'a.req': `GET http://${own}/unnamed?key=the-value\n` }, { runner, variables });
    await sendRun({ 'a.req': `GET http://${own}/none?key=other\n` }, { runner, variables });
    await runner.dispose();
    assert.deepEqual(Object.fromEntries(secrets), { '/named': ['shared'], '/unnamed': [unnamedSecret], '/none': [] });
  });

  it('fetches a token without a check of the certificate only from the origin that @insecure is written for', async () => {
    const received: string[] = [];
    const secure = async (name: string): Promise<https.Server> => {
      const started = https.createServer(testCertificate(), ({ url }, response) => {
        received.push(`${name} ${url}`);
        response.end('{"access_token": "t", "token_type": "Bearer"}');
      });
      await once(started.listen(0, '127.0.0.1'), 'listening');
      return started;
    };
    const originOf = (started: https.Server): string => `https://127.0.0.1:${(started.address() as AddressInfo).port}`;
    const api = await secure('api');
    const other = await secure('other');
    const from = async (origin: string): Promise<SendRun> => {
      const fields = {
        Type: 'OAuth2',
        'Grant Type': 'Client Credentials',
        'Token URL': `${origin}/token`,
        'Client ID': 'a',
        'Client Secret': 'bcd',
      };
      const files = { 'http-client.env.json': JSON.stringify({ dev: { Security: { Auth: { id: fields } } } }) };
      return send(`# @insecure\n# @auth oauth2 id\nGET ${originOf(api)}/data\n`, () => true, files);
    };
    try {
      assert.equal((await from(originOf(api))).result.failure, undefined);
      assert.match((await from(originOf(other))).result.failure?.message ?? '', /certificate/);
      assert.deepEqual(received, ['api /token', 'api /data']);
    } finally {
      for (const started of [api, other]) {
        started.closeAllConnections();
        started.close();
      }
    }
  });

  it('checks requests that fetch tokens', async () => {
    const fields = {
      Type: 'OAuth2',
      'Grant Type': 'Client Credentials',
      'Token URL': `http://${own}/token`,
      'Client ID': 'a',
      'Client Secret': 'bcd',
    };
    const files = { 'http-client.env.json': JSON.stringify({ dev: { Security: { Auth: { id: fields } } } }) };
    const { result } = await send('# @auth oauth2 id\nGET http://far.invalid/\n', () => false, files);
    assert.notEqual(result.outcome, 'complete');
    assert.deepEqual(asked, [`POST ${own}`]);
    assert.deepEqual(reached, []);
  });
});
