import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { server as hawk } from '@hapi/hawk';
import { hawkHash, hawkMac } from '../../../src/runner/auth/signing/hawkSigner.ts';
import { measureBody } from '../../../src/runner/http/exchange/measureBody.ts';
import { startRecorder } from '../../support/recorder.ts';
import { sendRun } from '../../support/sendRun.ts';
import { secret, SignedSends } from '../../support/signedSends.ts';

describe('a signature of a message', () => {
  const { last, header, send, hides } = SignedSends.use();

  describe('by WSSE', () => {
    it('is the digest of nonce, time and password, new for each message', async () => {
      const text = `# @auth wsse 'a"da' {{$secret.PASSWORD}}\nGET SERVER/a\n`;
      const run = await send(text);
      assert.equal(header('authorization'), 'WSSE profile="UsernameToken"');
      const read = (): readonly string[] =>
        /^UsernameToken Username="a\\"da", PasswordDigest="([^"]+)", Nonce="([^"]+)", Created="([^"]+)"$/
          .exec(header('x-wsse'))
          ?.slice(1) ?? [];
      const [digest = '', nonce = '', created = ''] = read();
      const own = createHash('sha1').update(Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(created + 'pä"ss')]));
      assert.equal(digest, own.digest('base64'));
      assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      hides(run, digest);
      await send(text);
      assert.notEqual(read()[1], nonce);
    });
  });

  describe('by Hawk', () => {
    const example = {
      key: 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn',
      algorithm: 'sha256',
      ts: 1353832234,
      nonce: 'j4h3g2',
      resource: '/resource/1?b=1&a=2',
      host: 'example.com',
      port: 8000,
      ext: 'some-app-ext-data',
      app: undefined,
      dlg: undefined,
    } as const;
    it("is that of the examples in Hawk's documentation", async () => {
      assert.equal(hawkMac({ ...example, method: 'GET', hash: undefined }), '6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE=');
      const hash = await hawkHash(await measureBody([{ kind: 'text', text: 'Thank you for flying Hawk' }]), 'text/plain', 'sha256');
      assert.equal(hash, 'Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY=');
      assert.equal(hawkMac({ ...example, method: 'POST', hash }), 'aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw=');
    });

    const accepted = (
      id: string,
      options: { readonly payload?: string; readonly localtimeOffsetMsec?: number } = {},
    ): ReturnType<typeof hawk.authenticate> => {
      const { method, target, headers } = last();
      const request = { method, url: target, headers: Object.fromEntries(headers.map(([n, v]) => [n.toLowerCase(), v])), connection: {} };
      return hawk.authenticate(request, () => ({ id, key: secret, algorithm: 'sha256' }), options);
    };

    it('is accepted by the reference server, with the body and application data', async () => {
      const run = await send(
        `# @auth hawk dh37 {{$secret.KEY}} ext=data app=oz dlg=other\nPOST SERVER/a?b=1&a=2\nContent-Type: text/Plain; charset=utf-8\n\nThank you\n`,
      );
      const { artifacts } = await accepted('dh37', { payload: 'Thank you' });
      assert.deepEqual([artifacts['ext'], artifacts['app'], artifacts['dlg']], ['data', 'oz', 'other']);
      hides(run, artifacts['mac'] ?? '', secret);
      await assert.rejects(accepted('dh37', { payload: 'Thank yoU' }), /Bad payload hash/);
    });

    it('is accepted without a body, and its body is not signed with payload=false', async () => {
      await send(`# @auth hawk dh37 {{$secret.KEY}}\nGET SERVER/a\n`);
      await accepted('dh37');
      await send(`# @auth hawk dh37 {{$secret.KEY}} payload=false\nPOST SERVER/a\n\nx\n`);
      assert.doesNotMatch(header('authorization'), /hash=/);
    });

    it('is made again with the time of a server whose clock differs', async () => {
      const ahead = Math.floor(Date.now() / 1000) + 7200;
      const tsm = createHmac('sha256', secret).update(`hawk.1.ts\n${ahead}\n`).digest('base64');
      const other = await startRecorder((headers) =>
        new RegExp(`ts="${String(ahead).slice(0, -2)}`).test(headers.find(([n]) => n === 'Authorization')?.[1] ?? '')
          ? 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
          : `HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Hawk ts="${ahead}", tsm="${tsm}", error="Stale timestamp"\r\nContent-Length: 0\r\n\r\n`,
      );
      try {
        const text = `# @auth hawk dh37 {{$secret.KEY}}\nGET ${other.url}/a\n\n?? status == 200\n`;
        const run = await sendRun({ 'a.req': text }, { host: { secret: () => Promise.resolve(secret) } });
        assert.deepEqual([run.tests, other.requests.length], [['+ status == 200'], 2]);
      } finally {
        await other.close();
      }
    });
  });
});
