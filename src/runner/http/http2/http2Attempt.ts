import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Header } from '../../../language/index.ts';
import type { ResponseHead } from '../../ports/events.ts';
import { contentLength, type AttemptEnd, type AttemptHooks } from '../exchange/attempt.ts';
import type { Opening } from '../connect/openSocket.ts';
import { failureOf } from '../exchange/exchangeFailures.ts';
import type { Message } from '../exchange/message.ts';
import { receivedHeader } from '../http1/byteText.ts';
import { writeBody } from '../http1/writeBody.ts';
import { http2FailureOf, refusedStream } from './http2Failures.ts';
import { requestHeaders } from './requestHeaders.ts';
import type { Http2Session } from './http2Session.ts';

/**
 * Sends one message as a stream of an HTTP/2 connection and reports the response to `hooks`. Never rejects.
 * @param onStream called with the stream before any hook
 */
export async function attemptHttp2(
  session: Http2Session,
  message: Message,
  hooks: AttemptHooks,
  signal: AbortSignal,
  onStream: (stream: ClientHttp2Stream) => void,
): Promise<AttemptEnd> {
  const { target } = session;
  let client: ClientHttp2Session;
  try {
    client = await session.ready;
  } catch (e) {
    const phase = session.opening?.connected !== undefined ? 'securing' : 'connecting';
    return { error: failureOf(e, { target, phase, reused: false, received: 0, expected: undefined }), stale: false };
  }
  // Reads the end of a reused connection that has arrived meanwhile, as `Connection` does: the server would never see the request.
  if (session.opening === undefined) await polled();
  if (signal.aborted) return { error: signal.reason, stale: false };
  const opening = session.takeOpening();
  const cut = new AbortController();
  signal.addEventListener('abort', () => cut.abort(), { once: true });
  let stream: ClientHttp2Stream;
  try {
    if (!session.isOpen) throw Object.assign(new Error('The connection was closed.'), { code: 'ERR_HTTP2_INVALID_SESSION' });
    // Cancel by AbortSignal, not by `close(code)`: node:http2 ends the body before RST_STREAM, so a cut upload would look complete.
    stream = client.request(requestHeaders(message, target), { endStream: message.body === null, signal: cut.signal });
  } catch (error) {
    const broken = {
      error,
      rstCode: undefined,
      target,
      phase: 'waiting',
      reused: opening === undefined,
      received: 0,
      expected: undefined,
    } as const;
    return { error: http2FailureOf(broken, session), stale: false, unprocessed: !session.isOpen };
  }
  onStream(stream);
  hooks.connected(session.info, opening);
  return follow({ session, stream, stopped: signal, cut, message, hooks, opening });
}

/** Sockets are polled between two immediates. */
async function polled(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

interface Followed {
  readonly session: Http2Session;
  readonly stream: ClientHttp2Stream;
  /** Aborts when the exchange is stopped. */
  readonly stopped: AbortSignal;
  /** Its abort resets the stream. */
  readonly cut: AbortController;
  readonly message: Message;
  readonly hooks: AttemptHooks;
  /** Undefined for a reused connection. */
  readonly opening: Opening | undefined;
}

function follow({ session, stream, stopped, cut, message, hooks, opening }: Followed): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    let head: ResponseHead | undefined;
    let nothingReceived = true;
    let received = 0;
    let error: unknown;

    stream.on('headers', (...args: unknown[]) => {
      nothingReceived = false;
      hooks.informational(headOf(args[2]));
    });
    stream.on('response', (...args: unknown[]) => {
      nothingReceived = false;
      head = headOf(args[2]);
      hooks.head(head, sizeOf(args[2]));
    });
    stream.on('trailers', (...args: unknown[]) => hooks.trailers(pairsOf(args[2])));
    stream.on('data', (chunk: Buffer) => {
      received += chunk.length;
      hooks.data(chunk);
    });
    stream.on('error', (e) => (error ??= e));
    stream.on('end', () => {
      // `end` is also emitted for a stream that was reset.
      const isReset = stream.aborted || (stream.rstCode ?? 0) !== 0;
      if (head === undefined || isReset) return;
      end();
      // The response is complete: the rest of the upload is unused.
      if (!stream.writableFinished) cut.abort();
    });
    stream.on('close', () => {
      end();
      // Stops the upload, which closes its files.
      cut.abort();
    });
    stopped.addEventListener('abort', () => nothingReceived && session.doubt(), { once: true });
    stream.resume();
    upload(message, stream, cut.signal, (bytes) => hooks.sent(bytes)).catch((e: unknown) => {
      if (cut.signal.aborted) return;
      error ??= e;
      cut.abort();
    });

    function end(): void {
      const expected = head === undefined || message.method === 'HEAD' || head.status === 304 ? undefined : contentLength(head);
      const isWhole = head !== undefined && error === undefined && (stream.rstCode ?? 0) === 0;
      if (isWhole && (expected === undefined || received >= expected)) return resolve({ error: undefined, stale: false });
      const { rstCode, id } = stream;
      const { goodbye } = session;
      const untouched = rstCode === refusedStream || (goodbye !== undefined && id !== undefined && id > goodbye.lastStreamId);
      const phase = head === undefined ? 'waiting' : 'body';
      const reused = opening === undefined;
      resolve({
        error: http2FailureOf({ error, rstCode, target: session.target, phase, reused, received, expected }, session),
        stale: reused && nothingReceived && session.isLost,
        unprocessed: nothingReceived && untouched,
      });
    }
  });
}

async function upload(message: Message, stream: ClientHttp2Stream, signal: AbortSignal, sent: (bytes: number) => void): Promise<void> {
  if (message.body === null) return sent(0);
  await writeBody(message, stream, signal, sent);
  stream.end();
}

function headOf(raw: unknown): ResponseHead {
  const all = pairsOf(raw);
  const status = Number(all.find(([name]) => name === ':status')?.[1] ?? 0);
  return { status, statusText: '', httpVersion: '2', headers: all.filter(([name]) => !name.startsWith(':')) };
}

/** Bytes of names and values before header compression: RFC 9113 §6.5.2, without its 32 bytes per field. */
const sizeOf = (raw: unknown): number => (raw as readonly string[]).reduce((sum, text) => sum + text.length, 0);

/** Node passes raw headers as latin1 text, one character per byte. */
function pairsOf(raw: unknown): readonly Header[] {
  const texts = raw as readonly string[];
  return texts.flatMap((name, i) => (i % 2 === 0 ? [receivedHeader(name, texts[i + 1] ?? '')] : []));
}
