import assert from 'node:assert/strict';
import { receivedExcerpt } from '../../../src/runner/http/exchange/receivedExcerpt.ts';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { bytewise, end, request, type Step } from '../../support/faultServer/steps.ts';

describe('the excerpt of a response that cannot be read', () => {
  let raw: FaultServer | undefined;
  afterEach(async () => {
    closeIdleConnections();
    await raw?.close();
    raw = undefined;
  });

  /** The excerpt with a bar before the error. */
  async function excerptOf(...steps: readonly Step[]): Promise<string | undefined> {
    raw = await startFaultServer([request, ...steps]);
    const { received } = (await sendFailing(resolved(raw.url))).error;
    await raw.close();
    return received === undefined || received.wrongAt === undefined
      ? received?.text
      : `${received.text.slice(0, received.wrongAt)}|${received.text.slice(received.wrongAt)}`;
  }

  const wrong = 'HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 200 Gut\r\nX-A: ☕\r\nX B: 2\r\n\r\nbody';

  it('is shown with the place that is wrong, however it comes', async () => {
    const marked = wrong.replace(' B', '| B');
    assert.equal(await excerptOf(wrong, end), marked);
    // Its informational response has been reported. How much arrives together with the invalid part depends on the network.
    const [head] = (await excerptOf(bytewise(wrong), end))?.split('|') ?? [];
    assert.equal(head, '…HTTP/1.1 200 Gut\r\nX-A: ☕\r\nX');
    assert.equal(await excerptOf('SSH-2.0-OpenSSH\r\n', end), '|SSH-2.0-OpenSSH\r\n');
  });

  it('is shown where it ends in its head', async () => {
    assert.equal(await excerptOf('HTTP/1.1 200 OK\r\nX-A: 1\r\nX-', end), 'HTTP/1.1 200 OK\r\nX-A: 1\r\nX-');
    assert.equal(await excerptOf(end), undefined);
  });

  it('is shown of the chunks of a body, and not of a body that only ends too soon, which is shown itself', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    assert.equal(await excerptOf(`${head}2\r\nok\r\nzz\r\n`, end), `${head}2\r\nok\r\n|zz\r\n`);
    assert.equal(await excerptOf(`${head}2\r\nok\r\n`, end), undefined);
  });

  it('is not shown of one whose head can be read, which is shown, with where it is not plain how long it is', async () => {
    raw = await startFaultServer([request, 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n']);
    const { reported, error } = await sendFailing(resolved(raw.url));
    assert.equal(reported.response?.headers.length, 2);
    assert.match(error.message, /it has Transfer-Encoding and Content-Length, at byte 34\.$/);
    assert.equal(error.received, undefined);
  });

  it('says nothing of an answer before it on the same connection', async () => {
    raw = await startFaultServer([request, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', request, 'HTTP/1.1 2x\r\n\r\n']);
    assert.equal((await send(resolved(raw.url))).error, undefined);
    assert.deepEqual((await sendFailing(resolved(raw.url))).error.received, { text: 'HTTP/1.1 2x\r\n\r\n', wrongAt: 10 });
  });

  it('is cut where it is long, on both sides of what is wrong', () => {
    const excerpt = receivedExcerpt(Buffer.from(`${'a'.repeat(3000)}!${'b'.repeat(3000)}`), 3000, true);
    assert.deepEqual(excerpt, { text: `…${'a'.repeat(2048)}!${'b'.repeat(255)}…`, wrongAt: 2049 });
  });
});
