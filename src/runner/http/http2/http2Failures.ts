import { ReqError } from '../../../base/reqError.ts';
import type { Target } from '../exchange/checkRequest.ts';
import { codeOf } from '../exchange/errorCode.ts';
import { cutShort, failureOf, whereOf, type FailedExchange } from '../exchange/exchangeFailures.ts';
import { maxHeaderSize } from '../exchange/headerLimits.ts';
import type { Http2SessionState } from './http2SessionState.ts';

const hint = 'Remove HTTP/2 from the request line, or # @http2 from the file, to send with HTTP/1.1.';

/** Error codes of RFC 9113 §7; the index is the code. */
const codes = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];
export const refusedStream = codes.indexOf('REFUSED_STREAM');
const enhanceYourCalm = codes.indexOf('ENHANCE_YOUR_CALM');
const http11Required = codes.indexOf('HTTP_1_1_REQUIRED');

const nameOf = (code: number): string => codes[code] ?? `error ${code}`;

/** Node's codes for a request on a connection that has been closed meanwhile. */
const unusable = new Set(['ERR_HTTP2_GOAWAY_SESSION', 'ERR_HTTP2_INVALID_SESSION']);

/** @param chosen ALPN protocol of the TLS handshake; undefined if the server chose none */
export function notHttp2(target: Target, chosen: string | undefined): ReqError {
  const what = chosen === undefined ? 'it accepts none of the offered protocols (ALPN)' : `of HTTP/2 and HTTP/1.1 it chose ${chosen}`;
  return new ReqError('protocol', `${whereOf(target)} does not speak HTTP/2: ${what}. Nothing was sent.`, { hint });
}

export interface BrokenStream extends FailedExchange {
  readonly error: unknown;
  /** Error code of RST_STREAM (RFC 9113 §7). */
  readonly rstCode: number | undefined;
}

/** The failure of a stream as a ReqError. Returns an unknown error unchanged, because it is a bug. */
export function http2FailureOf(broken: BrokenStream, session: Http2SessionState): unknown {
  const { error, rstCode, target, phase, received, expected } = broken;
  const where = whereOf(target);
  if (error instanceof ReqError) return error;
  // Streams emit a connection error before the session does.
  const why = session.error ?? (codeOf(error) === 'ERR_HTTP2_ERROR' && error instanceof Error ? error : undefined);
  if (session.goodbye !== undefined && session.goodbye.code !== 0) {
    return new ReqError('network', `${where} ended the connection (${nameOf(session.goodbye.code)}).`, { cause: error });
  }
  if (session.isLost && !session.isGreeted) {
    return new ReqError('protocol', `${where} ended the connection without sending any HTTP/2.`, { hint, cause: error });
  }
  if (why !== undefined && codeOf(why) === 'ERR_HTTP2_ERROR') {
    return new ReqError('protocol', `The response of ${where} is not valid HTTP/2: ${why.message}.`, { hint, cause: why });
  }
  if (session.isLost || unusable.has(codeOf(error) ?? '')) {
    const lost =
      why !== undefined && codeOf(why)?.startsWith('ERR_HTTP2_') !== true ? why : Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    return failureOf(lost, broken);
  }
  if (codeOf(error) === 'ERR_HTTP2_HEADER_SINGLE_VALUE' && error instanceof Error) {
    return new ReqError('header', `HTTP/2 sends this header only once. ${error.message}.`, { hint, cause: error });
  }
  if (rstCode === http11Required) return new ReqError('protocol', `${where} wants HTTP/1.1 for this request.`, { hint, cause: error });
  if (phase === 'body') {
    const { kind, message, ...words } = cutShort({ received, expected });
    const code = rstCode === undefined || rstCode === 0 ? '' : ` (${nameOf(rstCode)})`;
    return new ReqError(kind, `${message}${code}`, { ...words, cause: error });
  }
  if (rstCode === undefined) return error;
  // Node.js also resets a stream with ENHANCE_YOUR_CALM if the response headers are too large.
  const calm =
    rstCode === enhanceYourCalm
      ? { hint: `The server may be overloaded, or its headers may be larger than ${maxHeaderSize / 1024} KB.` }
      : {};
  return new ReqError('network', `${where} reset the request instead of answering it (${nameOf(rstCode)}).`, { ...calm, cause: error });
}
