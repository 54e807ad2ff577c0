import assert from 'node:assert/strict';
import dns from 'node:dns';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { failureOf } from '../../../src/runner/http/exchange/exchangeFailures.ts';
import { targetOf } from '../../../src/runner/http/exchange/checkRequest.ts';
import { isReqError, type ReqError } from '../../../src/base/reqError.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { freePort } from '../../support/freePort.ts';
import { startFaultServer, startFaultTlsServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { bytewise, end, request, reset } from '../../support/faultServer/steps.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('the message of a failure', () => {
  let raw: FaultServer | undefined;
  let server: TestServer | undefined;
  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([raw?.close(), server?.close()]);
    raw = server = undefined;
  });

  it('has every address of a name at which no server listens', async () => {
    const port = await freePort();
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const { error, reported } = await sendFailing(resolved(`http://${host}:${port}/`));
      assert.equal(error.kind, 'network');
      // Without IPv6 there is no way to ::1.
      assert.match(error.message, new RegExp(`(Nothing listens at|No route to) .*:${port}`));
      assert.deepEqual(reported.order, ['sending']);
    }
  });

  it('has the name of an unknown host, and that the name server does not answer', async () => {
    const { lookup } = dns;
    try {
      for (const [code, message] of [
        ['ENOTFOUND', /The host nowhere\.example was not found/],
        ['EAI_AGAIN', /name server did not answer for nowhere\.example/],
      ] as const) {
        dns.lookup = ((_name: string, _options: object, done: (e: Error) => void) =>
          void setImmediate(done, Object.assign(new Error('lookup'), { code }))) as unknown as typeof dns.lookup;
        const { error } = await sendFailing(resolved('http://nowhere.example/'));
        assert.equal(error.kind, 'network');
        assert.match(error.message, message);
      }
    } finally {
      dns.lookup = lookup;
    }
  });

  it('reports that the connection ended or was reset before a response', async () => {
    for (const last of [end, reset]) {
      raw = await startFaultServer([request, last]);
      const { error } = await sendFailing(resolved(raw.url));
      assert.equal(error.kind, 'network');
      assert.match(error.message, new RegExp(`127\\.0\\.0\\.1:${raw.port} ended the connection without answering`));
      assert.equal(error.hint, undefined);
      assert.equal(raw.received.length, 1);
      await raw.close();
    }
  });

  it('has the host as written', async () => {
    raw = await startFaultServer([request, end]);
    const { error } = await sendFailing(resolved(`http://localhost:${raw.port}/`));
    assert.equal(error.message, `localhost:${raw.port} ended the connection without answering.`);
  });

  it('reports that the head is incomplete', async () => {
    raw = await startFaultServer([request, 'HTTP/1.1 200 OK\r\nContent-', end]);
    assert.match(
      (await sendFailing(resolved(raw.url))).error.message,
      /ended the connection in the head of its response, after 25 bytes\.$/,
    );
  });

  const chunkedHead = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (const [what, answer, message, text, more] of [
    ['a chunk size that is none', `${chunkedHead}5\r\nhello\r\nXYZ`, /Invalid character in chunk size, at byte 58\.$/, 'hello', 'kind'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n', /, at byte 1\.$/, '', 'kind'],
    [
      'bytes that are no text before the wrong one',
      `${chunkedHead}3\r\n\xff\xfe\xff\r\n\xff`,
      /, at byte 56\.$/,
      '\ufffd\ufffd\ufffd',
      'kind',
    ],
    [
      'a body that is cut',
      'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello',
      /broke off in the body, after 5 of 10 bytes\.$/,
      'hello',
      'end',
    ],
  ] as const) {
    it(`has the byte at which ${what} is, and the part received before`, async () => {
      raw = await startFaultServer([request, Buffer.from(answer, 'latin1'), ...(more === 'end' ? [end] : [])]);
      const { error, text: came } = await sendFailing(resolved(raw.url));
      assert.match(error.message, message);
      assert.equal(came, text);
    });
  }

  it('counts a wrong byte over all that was received, in whatever pieces', async () => {
    const body = `${'1\r\na\r\n'.repeat(200)}!`;
    raw = await startFaultServer([request, chunkedHead, bytewise(body)]);
    const { error, text: came } = await sendFailing(resolved(raw.url));
    assert.match(error.message, new RegExp(`, at byte ${chunkedHead.length + body.length}\\.$`));
    assert.equal(came.length, 200);
  });

  for (const [what, answer, surplus, method] of [
    ['that its length does not count', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay', '2 bytes', 'GET'],
    ['after a response without a body', 'HTTP/1.1 204 No Content\r\n\r\nx', '1 byte', 'GET'],
    ['after the answer to HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', '2 bytes', 'HEAD'],
  ] as const) {
    it(`counts bytes ${what} and does not show them`, async () => {
      raw = await startFaultServer([request, answer]);
      const { error, text: came, reported } = await send(resolved(raw.url, { method }));
      assert.equal(error, undefined);
      assert.equal(came, answer.includes('okay') ? 'ok' : '');
      assert.deepEqual(
        reported.warnings.map((w) => w.split(/ (?:was|were) received/)[0]),
        [surplus],
      );
    });
  }

  it('does not count bytes that belong to the response', async () => {
    for (const answer of [
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      `${chunkedHead}2\r\nok\r\n0\r\nA: b\r\n\r\n`,
      'HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    ]) {
      raw = await startFaultServer([request, answer]);
      const { text: came, reported } = await send(resolved(raw.url));
      assert.deepEqual([came, reported.warnings], ['ok', []]);
      await raw.close();
    }
  });

  it('names a self-signed certificate, unless this one request is insecure', async () => {
    server = await startServer({ tls: true });
    const { error, reported } = await sendFailing(resolved(`${server.url}/json`));
    assert.equal(error.kind, 'tls');
    assert.match(error.message, /is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    assert.match(error.hint ?? '', /# @insecure/);
    assert.deepEqual(reported.order, ['sending']);
    const insecure = await send(resolved(`${server.url}/json`, { options: { insecure: true } }));
    assert.equal(insecure.reported.response?.status, 200);
    assert.ok(insecure.timings.tls > 0);
    // Its connection, though kept, does not serve one that is not.
    assert.equal((await sendFailing(resolved(`${server.url}/json`))).error.kind, 'tls');
    assert.equal((await send(resolved(`${server.url}/json`, { options: { insecure: true } }))).reported.connections[0]?.reused, true);
    assert.equal(server.requests.length, 2);
  });

  it('reports that the server uses plain http instead of https, and vice versa', async () => {
    server = await startServer();
    const tlsOverHttp = await sendFailing(resolved(server.url.replace('http:', 'https:')));
    assert.equal(tlsOverHttp.error.kind, 'tls');
    raw = await startFaultTlsServer([]);
    const httpOverTls = await sendFailing(resolved(raw.url.replace('https:', 'http:')));
    assert.ok(['protocol', 'network'].includes(httpOverTls.error.kind), httpOverTls.error.message);
  });

  it('reports that the connection ended during the TLS handshake', async () => {
    raw = await startFaultServer([{ do: 'wait', ms: 20 }, end]);
    const { error } = await sendFailing(resolved(raw.url.replace('http:', 'https:')));
    assert.equal(error.kind, 'tls');
    assert.match(error.message, /ended the connection while TLS was being set up/);
  });

  describe('by its code', () => {
    const failed = {
      target: targetOf('https://h.example/'),
      phase: 'connecting',
      reused: false,
      received: 0,
      expected: undefined,
    } as const;
    const said = (error: Error): ReqError => {
      const e = failureOf(error, failed);
      assert.ok(isReqError(e));
      return e;
    };
    const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

    it('is made of the code alone', () => {
      for (const [code, kind, message] of [
        ['EHOSTUNREACH', 'network', /No route to h\.example:443/],
        ['ETIMEDOUT', 'network', /does not answer/],
        ['CERT_HAS_EXPIRED', 'tls', /has expired/],
        ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', /is for another host/],
        ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls', /issued by an unknown CA/],
        ['EPROTO', 'tls', /does not speak TLS/],
        ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', /\(ERR_SSL_WRONG_VERSION_NUMBER\)/],
        ['EMFILE', 'network', /\(EMFILE\)/],
      ] as const) {
        const e = said(withCode(code));
        assert.equal(e.kind, kind, code);
        assert.match(e.message, message);
      }
    });

    it('is that of the first attempt with a reason', () => {
      const all = new AggregateError([new Error('no code'), withCode('ECONNREFUSED'), withCode('ENETUNREACH')]);
      assert.match(said(all).message, /Nothing listens at h\.example:443/);
    });

    it('reports that a host that is not found is a proxy', () => {
      const error = failureOf(withCode('ENOTFOUND'), { ...failed, proxy: true }) as ReqError;
      assert.equal(error.message, 'The host of the proxy h.example was not found.');
    });

    it('names a socket of the file system once, and no port', () => {
      const target = { hostname: 'localhost', port: 80, scheme: 'http', socketPath: '/run/app.sock' } as const;
      const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', address: '/run/app.sock' });
      const error = failureOf(refused, { target, phase: 'connecting', reused: false, received: 0, expected: undefined }) as ReqError;
      assert.equal(error.message, 'Nothing listens at /run/app.sock: the connection was refused.');
      assert.equal(error.hint, 'Is the server running, and the path right?');
    });

    it('leaves errors of unknown codes unchanged, because they are defects', () => {
      for (const error of [new TypeError('x'), withCode('ERR_ASSERTION'), withCode('UND_ERR_INVALID_ARG')]) {
        assert.equal(failureOf(error, failed), error);
      }
    });
  });
});
