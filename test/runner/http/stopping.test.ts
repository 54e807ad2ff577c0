import assert from 'node:assert/strict';
import dns from 'node:dns';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { durationText } from '../../../src/base/text/durationText.ts';
import { givingTime } from '../../support/givingTime.ts';
import { resolved, send, sendFailing, Reported, type RequestParts } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { request, wait, type Step } from '../../support/faultServer/steps.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = '9\r\ndata: 1\n\n\r\n';

describe('cancelling', () => {
  let raw: FaultServer | undefined;
  let server: TestServer | undefined;
  const play = async (...script: Step[]): Promise<string> => (raw = await startFaultServer(script)).url;

  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([raw?.close(), server?.close()]);
    raw = server = undefined;
  });

  /** Cancels at `moment`. The exchange must end then; nothing else would end it. */
  async function cancelAt(url: string, parts: RequestParts, moment: (cancel: () => void, reported: Reported) => void): Promise<Reported> {
    const controller = new AbortController();
    const reported = new Reported();
    moment(() => controller.abort(), reported);
    const endless = { ...parts, options: { ...parts.options, timeoutMs: 0, idleTimeoutMs: 0 } };
    const { error } = await send(resolved(url, endless), controller.signal, reported);
    assert.equal(error?.kind, 'cancelled');
    return reported;
  }
  const when =
    (name: string) =>
    (cancel: () => void, reported: Reported): void => {
      reported.onTold = (n) => {
        if (n === name) cancel();
      };
    };

  it('sends nothing if it comes before anything is sent', async () => {
    const url = await play();
    const { error, reported } = await send(resolved(url), AbortSignal.abort());
    assert.equal(error?.kind, 'cancelled');
    assert.deepEqual(reported.order, []);
    assert.equal(raw?.received.length, 0);
  });

  it('ends the lookup of the name', async () => {
    const { lookup } = dns;
    let asked: (() => void) | undefined;
    // A name server that never answers.
    dns.lookup = (() => asked?.()) as unknown as typeof dns.lookup;
    try {
      const reported = await cancelAt('http://slow.example/', {}, (cancel) => (asked = () => void setImmediate(cancel)));
      assert.deepEqual(reported.order, ['sending']);
    } finally {
      dns.lookup = lookup;
    }
  });

  it('ends an attempt to connect', async () => {
    // An address of TEST-NET-1 (RFC 5737), where nobody answers; where there is no way to it, the connection fails at once.
    const controller = new AbortController();
    const sending = send(resolved('http://192.0.2.1:81/', { options: { timeoutMs: 0 } }), controller.signal);
    await Promise.race([sleep(50), sending]);
    controller.abort();
    const { error } = await sending;
    assert.ok(error?.kind === 'cancelled' || error?.kind === 'network', error?.message);
  });

  it('closes the connection during the TLS handshake, as the server sees', async () => {
    const url = (await play()).replace('http:', 'https:');
    await cancelAt(url, {}, (cancel) => void until('the client has begun', () => (raw?.received[0]?.length ?? 0) > 0).then(cancel));
    await raw?.closed(0);
  });

  it('ends the upload of a body and closes its file', async () => {
    const file = path.join(os.tmpdir(), `req-cancel-${process.pid}`);
    fs.writeFileSync(file, Buffer.alloc(32 * 1024 * 1024));
    // Accepts and reads nothing.
    const deaf = net.createServer({ pauseOnConnect: true });
    const sockets: net.Socket[] = [];
    deaf.on('connection', (socket) => sockets.push(socket));
    deaf.listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    try {
      const { port } = deaf.address() as net.AddressInfo;
      const body = [{ kind: 'file', path: file } as const];
      await cancelAt(`http://127.0.0.1:${port}/`, { method: 'POST', body }, (cancel) => void sleep(100).then(cancel));
      const open = (): boolean => fs.readdirSync('/proc/self/fd').some((fd) => linkOf(fd) === file);
      if (process.platform === 'linux') while (open()) await sleep(5);
    } finally {
      for (const socket of sockets) socket.destroy();
      deaf.close();
      fs.rmSync(file);
    }
  });

  it('closes the connection while the response is awaited, as the server sees', async () => {
    const url = await play(request);
    await cancelAt(url, {}, (cancel, reported) => {
      reported.onTold = (name) => {
        if (name === 'connected') setTimeout(cancel, 20);
      };
    });
    await raw?.closed(0);
  });

  it('reports nothing after the head if it arrives with the head', async () => {
    const reported = await cancelAt(await play(request, head + chunk), {}, when('head'));
    assert.deepEqual(reported.order, ['sending', 'connected', 'head']);
    await raw?.closed(0);
  });

  it('keeps the received part of a stream and closes the connection, visible to the server', async () => {
    const reported = await cancelAt(await play(request, head, chunk), {}, when('chunk'));
    assert.equal(reported.text, 'data: 1\n\n');
    await raw?.closed(0);
  });

  it('ends a stream that never rests', async () => {
    server = await startServer();
    let chunks = 0;
    const reported = await cancelAt(`${server.url}/sse/endless`, {}, (cancel, t) => {
      t.onTold = (name) => {
        if (name === 'chunk' && ++chunks === 50) cancel();
      };
    });
    assert.equal(chunks, 50);
    assert.ok(reported.text.startsWith('id: 0\n'));
    await server.untilOpen(0);
  });

  it('ends a compressed stream', async () => {
    server = await startServer();
    await cancelAt(`${server.url}/sse?encoding=gzip&count=1000&interval=1`, {}, when('chunk'));
    await server.untilOpen(0);
  });

  it('stops between two redirects', async () => {
    server = await startServer();
    const reported = await cancelAt(`${server.url}/redirect/302?to=/echo`, {}, when('redirect'));
    assert.equal(reported.response, undefined);
    assert.deepEqual(reported.order, ['sending', 'connected', 'redirect']);
  });

  it('leaves other exchanges alone', async () => {
    server = await startServer();
    const controller = new AbortController();
    const cancelled = send(resolved(`${server.url}/hang`), controller.signal);
    const others = Promise.all(Array.from({ length: 10 }, () => send(resolved(`${server?.url}/delay/50`))));
    await server.untilBegun(11);
    controller.abort();
    assert.equal((await cancelled).error?.kind, 'cancelled');
    assert.ok((await others).every((s) => s.error === undefined));
  });

  it('changes nothing after the end', async () => {
    server = await startServer();
    const controller = new AbortController();
    assert.equal((await send(resolved(`${server.url}/json`), controller.signal)).error, undefined);
    controller.abort();
    assert.equal((await send(resolved(`${server.url}/json`))).reported.connections[0]?.reused, true);
  });
});

describe('time-outs', () => {
  let raw: FaultServer;
  const started: FaultServer[] = [];
  const play = async (...script: Step[]): Promise<string> => {
    started.push((raw = await startFaultServer(script)));
    return raw.url;
  };
  afterEach(() => Promise.all(started.splice(0).map((s) => s.close())));

  it('end an exchange without a head, and report the limit and how to change it', async () => {
    const { error } = await sendFailing(resolved(await play(request), { options: { timeoutMs: 30 } }));
    assert.equal(error.kind, 'timeout');
    assert.match(error.message, /^No response within 30 ms \(@timeout\), while [a-z ]+\.$/);
    assert.match(error.hint ?? '', /# @timeout/);
    // Where it got as far as to connect.
    await Promise.all(raw.received.map((_, connection) => raw.closed(connection)));
  });

  it('leave an exchange its time if they are longer than a timer can count', async () => {
    const month = 31 * 24 * 3600 * 1000;
    const limits = { timeoutMs: month, connectTimeoutMs: month, idleTimeoutMs: month };
    const url = await play(request, wait(30), `${head}${chunk}0\r\n\r\n`);
    assert.equal((await send(resolved(url, { options: limits }))).error, undefined);
  });

  describe('name the limit, its value and the phase', () => {
    const parts = { connectTimeoutMs: 50, timeoutMs: 0 };

    it('when the host is looked up', async () => {
      const { lookup } = dns;
      dns.lookup = (() => undefined) as unknown as typeof dns.lookup;
      try {
        await givingTime(async (times) => {
          const options = { ...parts, connectTimeoutMs: 50 * times };
          const { error, timings } = await sendFailing(resolved('http://slow.example/', { options }));
          assert.equal(error.message, `No connection within ${durationText(50 * times)} (@connect-timeout), while the host was looked up.`);
          assert.match(error.hint ?? '', /# @connect-timeout/);
          assert.ok(timings.dns > 0 && timings.connect === 0, JSON.stringify(timings));
        });
      } finally {
        dns.lookup = lookup;
      }
    });

    it('while TLS is set up', async () => {
      const url = (await play()).replace('http:', 'https:');
      await givingTime(async (times) => {
        const { error, timings } = await sendFailing(resolved(url, { options: { ...parts, connectTimeoutMs: 50 * times } }));
        assert.equal(error.message, `No connection within ${durationText(50 * times)} (@connect-timeout), while setting up TLS.`);
        assert.ok(timings.tls > 0 && timings.send === 0, JSON.stringify(timings));
      });
      await raw.closed(0);
    });

    it('while the request goes out', async () => {
      // Reads nothing.
      const sockets: net.Socket[] = [];
      const deaf = net.createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket)).listen(0, '127.0.0.1');
      await once(deaf, 'listening');
      const body = 'x'.repeat(32 * 1024 * 1024);
      const { port } = deaf.address() as net.AddressInfo;
      try {
        await givingTime(async (times) => {
          const options = { timeoutMs: 100 * times };
          const { error, timings } = await sendFailing(resolved(`http://127.0.0.1:${port}/`, { method: 'POST', body, options }));
          assert.equal(error.message, `No response within ${durationText(options.timeoutMs)} (@timeout), while sending the request.`);
          assert.ok(timings.send > 0 && timings.firstByte === 0, JSON.stringify(timings));
        });
      } finally {
        for (const socket of sockets) socket.destroy();
        deaf.close();
      }
    });

    it('while the answer is awaited', async () => {
      const url = await play(request);
      await givingTime(async (times) => {
        const options = { timeoutMs: 100 * times };
        const { error, timings } = await sendFailing(resolved(url, { options }));
        assert.equal(error.message, `No response within ${durationText(options.timeoutMs)} (@timeout), while waiting for the response.`);
        assert.ok(timings.firstByte > 0 && timings.download === 0, JSON.stringify(timings));
      });
    });

    it('and stop counting the time to connect once there is a connection', async () => {
      await givingTime(async (times) => {
        const options = { connectTimeoutMs: 100 * times };
        const url = await play(request, { do: 'wait', ms: 200 * times }, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        assert.equal((await send(resolved(url, { options }))).error, undefined);
      });
    });
  });

  it('are not put off by informational responses without end', async () => {
    await givingTime(async (times) => {
      const length = 1000 * times;
      const hints = Array.from({ length }, () => ['HTTP/1.1 103 Early Hints\r\n\r\n', { do: 'wait', ms: 1 } as const]).flat();
      const { error, reported } = await sendFailing(resolved(await play(request, ...hints), { options: { timeoutMs: 100 * times } }));
      assert.equal(error.kind, 'timeout');
      assert.ok(reported.informationals.length > 0);
    });
  });

  it('count over all redirects', async () => {
    const server = await startServer();
    try {
      const url = `${server.url}/redirect/302?to=/hang`;
      assert.equal((await sendFailing(resolved(url, { options: { timeoutMs: 100 } }))).error.kind, 'timeout');
    } finally {
      await server.close();
    }
  });

  it('end a response that pauses too long, with the received part', async () => {
    await givingTime(async (times) => {
      const idleTimeoutMs = 30 * times;
      const { error, text } = await sendFailing(resolved(await play(request, head, chunk), { options: { idleTimeoutMs } }));
      assert.equal(error.kind, 'timeout');
      assert.equal(error.message, `The response paused for more than ${idleTimeoutMs} ms (@idle-timeout).`);
      assert.match(error.hint ?? '', /# @idle-timeout/);
      assert.equal(text, 'data: 1\n\n');
      await raw.closed(0);
    });
  });

  it('do not end a stream that lasts longer than either of them', async () => {
    await givingTime(async (times) => {
      const chunks = Array.from({ length: 20 }, () => [chunk, { do: 'wait', ms: 20 * times } as const]).flat();
      const url = await play(request, head, ...chunks, '0\r\n\r\n');
      const { error, text } = await send(resolved(url, { options: { timeoutMs: 200 * times, idleTimeoutMs: 200 * times } }));
      assert.equal(error, undefined);
      assert.equal(text.length, 20 * 9);
    });
  });

  it('never end anything if they are 0', async () => {
    const url = await play(request, { do: 'wait', ms: 50 }, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    assert.equal((await send(resolved(url, { options: { timeoutMs: 0, idleTimeoutMs: 0 } }))).error, undefined);
  });
});

function linkOf(fd: string): string {
  try {
    return fs.readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}
