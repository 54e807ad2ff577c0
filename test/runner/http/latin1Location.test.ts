import assert from 'node:assert/strict';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send } from '../../support/exchange.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { request } from '../../support/faultServer/steps.ts';
import { startHttp2Server } from '../../support/http2Server.ts';

describe('a redirect leads to the bytes of its Location', () => {
  afterEach(closeIdleConnections);

  for (const [what, location, target] of [
    ['in Latin-1', Buffer.from('/caf\xe9?\xfc=%20', 'latin1'), '/caf%E9?%FC=%20'],
    ['in UTF-8', Buffer.from('/caf\xe9?\xfc=%20'), '/caf%C3%A9?%C3%BC=%20'],
  ] as const) {
    it(what, async () => {
      const head = ['HTTP/1.1 302 Found\r\nLocation: ', location, '\r\nContent-Length: 0\r\n\r\n'];
      const moved = Buffer.concat(head.map((part) => Buffer.from(part)));
      const server = await startFaultServer([request, moved, request, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n']);
      try {
        const { error, reported } = await send(resolved(`${server.url}/a`));
        assert.equal(error, undefined);
        assert.equal(reported.redirects[0]?.location, `${server.url}${target}`);
        assert.ok(Buffer.concat(server.received).includes(`GET ${target} HTTP`));
      } finally {
        await server.close();
      }
    });

    it(`${what}, over HTTP/2`, async () => {
      const server = await startHttp2Server((stream, { headers }) => {
        const isFirst = headers.some(([, value]) => value === '/a');
        const moved = { ':status': 302, location: location.toString('latin1') };
        stream.respond(isFirst ? moved : { ':status': 200 }, { endStream: true });
      });
      try {
        const { error, reported } = await send(resolved(`${server.url}/a`, { httpVersion: '2' }));
        assert.equal(error, undefined);
        assert.equal(reported.redirects[0]?.location, `${server.url}${target}`);
      } finally {
        await server.close();
      }
    });
  }
});
