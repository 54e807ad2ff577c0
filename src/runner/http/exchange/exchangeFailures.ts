import { endsAsCancelled, isReqError, ReqError, type ReceivedExcerpt, type ErrorKind } from '../../../base/reqError.ts';
import { alertOf } from './tlsAlerts.ts';
import { certificateFailure } from '../connect/certificateFailures.ts';
import type { Target } from './checkRequest.ts';
import { codeOf, triedAddresses } from './errorCode.ts';
import { MalformedResponse } from '../http1/malformedResponse.ts';

export type Phase = 'connecting' | 'securing' | 'waiting' | 'body';

export type Where = Pick<Target, 'hostname' | 'port'> & Partial<Pick<Target, 'scheme' | 'socketPath'>>;

export interface FailedExchange {
  readonly target: Where;
  /** `target` is a proxy. */
  readonly proxy?: true;
  readonly phase: Phase;
  readonly reused: boolean;
  /** Received bytes of the body, before content decoding. */
  readonly received: number;
  /** Value of Content-Length. */
  readonly expected: number | undefined;
  /** Received bytes of the response, head included. */
  readonly answered?: number;
  /** Excerpt of the received bytes. @param byte position of the wrong byte, from 1 */
  readonly receivedExcerpt?: (byte: number | undefined) => ReceivedExcerpt | undefined;
}

interface Words {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint?: string;
}

/** Codes of a connection closed by the peer or by the network. */
const endings = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ENOTCONN']);

const cuts = new Set([...endings, 'ETIMEDOUT']);

export function isEnding(error: unknown): boolean {
  return endings.has(codeOf(error) ?? '');
}

/** Turns an error of the network, TLS or the parser into a ReqError. Returns an unknown error unchanged, because it is a bug. */
export function failureOf(error: unknown, failed: FailedExchange): unknown {
  if (isReqError(error)) return withExcerpt(error, failed);
  const words = error instanceof MalformedResponse ? malformed(error, failed) : wordsOf(error, failed);
  if (words === undefined) return error;
  if (isReqError(words)) return words;
  const proxyError = new ReqError(words.kind, words.message.replace(/^the proxy /, 'The proxy '), {
    cause: error,
    ...(words.hint === undefined ? {} : { hint: words.hint }),
  });
  return withExcerpt(proxyError, failed, error instanceof MalformedResponse ? error : undefined);
}

/** Adds an excerpt of a response that could not be parsed. A parsed response is shown as usual. */
function withExcerpt(error: ReqError, { phase, receivedExcerpt }: FailedExchange, wrong?: MalformedResponse): ReqError {
  const isShown = phase === 'body' ? wrong?.what !== 'syntax' : phase !== 'waiting' || endsAsCancelled(error.kind);
  const shown = isShown ? undefined : receivedExcerpt?.(wrong?.byte);
  if (shown === undefined) return error;
  const { kind, message, hint, at, cause } = error;
  return new ReqError(kind, message, {
    cause,
    received: shown,
    ...(hint === undefined ? {} : { hint }),
    ...(at === undefined ? {} : { at }),
  });
}

function wordsOf(error: unknown, failed: FailedExchange): Words | ReqError | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  return failed.phase === 'body' && cuts.has(code) ? cutShort(failed) : wordsFor(code, failed, triedAddresses(error));
}

export function cutShort({ received, expected }: Pick<FailedExchange, 'received' | 'expected'>): Words {
  const of = expected === undefined ? '' : ` of ${expected}`;
  return {
    kind: 'network',
    message: `The connection broke off in the body, after ${received}${of} bytes.`,
    hint: 'The received part is shown.',
  };
}

function malformed({ what, reason, byte }: MalformedResponse, { target, phase }: FailedExchange): Words {
  const where = whereOf(target);
  if (what === 'framing')
    return { kind: 'protocol', message: `The response of ${where} does not define where its body ends: ${reason}, at byte ${byte}.` };
  const beginsWell = byte > 'HTTP/'.length;
  return {
    kind: 'protocol',
    message: `The response of ${where} is not valid HTTP/1.1: ${reason}, at byte ${byte}.`,
    ...(target.scheme === 'http' && phase === 'waiting' && !beginsWell
      ? { hint: 'Does the server expect https on this port, or HTTP/2?' }
      : {}),
  };
}

/** `host:port`, or the socket's path. */
export function whereOf({ hostname, port, socketPath }: Where): string {
  if (socketPath !== undefined) return socketPath;
  return hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

function wordsFor(code: string, failed: FailedExchange, tried: readonly string[]): Words | ReqError | undefined {
  const { target, phase, reused } = failed;
  const where = failed.proxy === true ? `the proxy ${whereOf(target)}` : whereOf(target);
  const others = tried.filter((address) => address !== target.hostname);
  const whereTried = others.length === 0 || target.socketPath !== undefined ? where : `${where} (tried ${others.join(' and ')})`;
  const refused = certificateFailure(code, where, []);
  if (refused !== undefined) return refused;
  if (endings.has(code)) {
    if (phase === 'securing') return { kind: 'tls', message: `${where} ended the connection while TLS was being set up.` };
    if (phase === 'connecting') return { kind: 'network', message: `${where} ended the connection at once.` };
    const { answered = 0 } = failed;
    return {
      kind: 'network',
      message: `${where} ended the connection ${answered === 0 ? 'without answering' : `in the head of its response, after ${answered} bytes`}.`,
      ...(reused
        ? {
            hint: 'The connection was kept from an earlier request. The server may or may not have acted on this one: send again if you may.',
          }
        : target.scheme === 'https'
          ? { hint: 'Some servers do this if a client certificate is missing or wrong. Name it with # @cert FILE.' }
          : {}),
    };
  }
  switch (code) {
    case 'ECONNREFUSED':
      return {
        kind: 'network',
        message: `Nothing listens at ${whereTried}: the connection was refused.`,
        hint: `Is the server running, and the ${target.socketPath === undefined ? 'port' : 'path'} right?`,
      };
    case 'ENOENT':
    case 'EACCES':
      if (target.socketPath === undefined) break;
      return code === 'ENOENT'
        ? { kind: 'network', message: `There is no socket ${where}.`, hint: 'Is the server running, and the path right?' }
        : { kind: 'network', message: `The socket ${where} may not be opened (EACCES).`, hint: 'Check the permissions of the socket.' };
    case 'ENOTFOUND':
      return {
        kind: 'network',
        message: `The host ${failed.proxy === true ? 'of the proxy ' : ''}${target.hostname} was not found.`,
        hint: 'Check the spelling, or whether you need a VPN.',
      };
    case 'EAI_AGAIN':
      return { kind: 'network', message: `The name server did not answer for ${target.hostname}.`, hint: 'Is the network available?' };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return { kind: 'network', message: `No route to ${whereTried} (${code}).`, hint: 'Is the network available?' };
    case 'ETIMEDOUT':
      return {
        kind: 'network',
        message: `${whereTried} does not answer: the connection could not be made.`,
        hint: 'Is a firewall or VPN in the way?',
      };
    case 'EPROTO':
      return { kind: 'tls', message: `${where} does not speak TLS.`, hint: 'Does it speak plain http on this port?' };
    default:
  }
  const alert = alertOf(code, where);
  if (alert !== undefined) return alert;
  if (phase === 'securing' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return { kind: 'tls', message: `TLS with ${where} could not be set up (${code}).` };
  }
  // Error codes of the system. Other codes of Node.js indicate a bug here.
  return /^E[A-Z0-9]+$/.test(code) ? { kind: 'network', message: `Sending to ${where} failed (${code}).` } : undefined;
}
