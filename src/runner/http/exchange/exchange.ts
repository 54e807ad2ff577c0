import { isReqError, type ReqError } from '../../../base/reqError.ts';
import type { Header, ResolvedRequest } from '../../../language/index.ts';
import { cookiesLookedAt, withCookies } from '../../cookies/cookieHeader.ts';
import type { ResponseHead, SentRequest } from '../../ports/events.ts';
import { signerOf } from '../../auth/signing/signer.ts';
import { withSignature } from '../../auth/signing/withSignature.ts';
import type { Signer } from '../../auth/signing/signerTypes.ts';
import type { AttemptEnd } from './attempt.ts';
import { measureBody, type Body } from './measureBody.ts';
import { checkFraming, checkRequest, targetOf, type Target } from './checkRequest.ts';
import type { Channel } from '../http1/http1Channel.ts';
import { openChannel } from '../connect/channels.ts';
import { Expectation, waitsForContinue } from './expectation.ts';
import { Guard } from './timeLimits.ts';
import { composeHead, type ComposedHead } from '../http1/requestHead.ts';
import type { Message } from './message.ts';
import { Receiving, type CountedSizes } from './receiving.ts';
import { RedirectHistory, redirected } from './redirects.ts';
import { proxySecrets } from '../connect/proxy.ts';
import { asked, refusedCredentials } from '../connect/tunnel.ts';
import { directRoute, isForwarded, type Route } from './route.ts';
import { Stopwatch } from './timings.ts';
import { watchUpload } from './upload.ts';
import type { Exchange, ExchangeListener, ExchangeSettings } from './exchangeTypes.ts';

/** Idempotent methods: RFC 9110 §9.2.2. */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY', 'PROPFIND']);

export { closeIdleConnections } from '../connect/channels.ts';

/**
 * Composes a request exactly as it would be sent, without sending it.
 * @throws {ReqError} `url`, `header`, `body` or `protocol` if it cannot be sent
 */
export async function describe(request: ResolvedRequest, settings: ExchangeSettings): Promise<SentRequest> {
  return (await prepare(request, settings)).sent;
}

/** Sends a request, follows redirects and reports everything to `listener`. Rejects only for bugs; expected failures are in the result. */
export const exchange: Exchange = async (request, settings, listener, signal) => {
  const stopwatch = new Stopwatch(settings.waited);
  const guard = new Guard(request.options, signal, () => stopwatch.stage, settings.waited);
  const running = new Running(settings, listener, guard, stopwatch);
  let error: ReqError | undefined;
  try {
    await running.run(request);
  } catch (e) {
    if (!isReqError(e)) throw e;
    error = e;
  } finally {
    guard.dispose();
  }
  return { error, timings: stopwatch.timings(), sizes: { ...running.sizes }, refused: running.refused, passed: running.passed };
};

interface Prepared {
  /** Without cookies of the jar, which are looked up for each request. */
  readonly request: ResolvedRequest;
  readonly whole: ResolvedRequest;
  readonly target: Target;
  readonly route: Route;
  readonly head: ComposedHead;
  readonly body: Body;
  readonly sent: SentRequest;
}

async function prepare(request: ResolvedRequest, settings: ExchangeSettings, signer = signerOf(request.auth)): Promise<Prepared> {
  const unsignedTarget = checkRequest(request);
  const way = await (settings.route ?? directRoute)(request, unsignedTarget);
  const route = request.httpVersion === '2' ? { ...way, tunnels: true } : way;
  if (route.proxy !== undefined) for (const text of proxySecrets(route.proxy)) settings.hide?.(text);
  const cookies = request.options.cookieJar ? ((await settings.cookies?.sentTo(request.wireUrl)) ?? []) : [];
  const whole = cookies.length === 0 ? request : { ...request, headers: withCookies(request.headers, cookies) };
  const unsignedBody = await measureBody(request.body);
  const signed =
    request.auth === undefined ? undefined : await signer?.sign({ request: whole, target: unsignedTarget, body: unsignedBody });
  for (const text of signed?.hides ?? []) settings.hide?.(text);
  const signedRequest = signed === undefined ? whole : withSignature(whole, signed);
  const target = signed?.query === undefined ? unsignedTarget : targetOf(signedRequest.wireUrl);
  const body = signed?.form === undefined ? unsignedBody : await measureBody(signedRequest.body);
  if (request.options.unsafeFraming !== true) checkFraming(signedRequest, body.size);
  const head = composeHead(signedRequest, body.size, settings.userAgent, isForwarded(route) ? route.proxy : undefined);
  const sent: SentRequest = {
    method: request.method,
    url: signedRequest.url,
    wireUrl: signedRequest.wireUrl,
    httpVersion: request.httpVersion ?? '1.1',
    headers: head.headers,
    added: whole.headers.length > request.headers.length ? [...head.added, 'cookie'] : head.added,
    dropped: head.dropped,
    head: request.httpVersion === '2' ? undefined : head.text,
    bodyText: body.text,
    bodySize: body.size,
  };
  return { request, whole, target, route, head, body, sent };
}

class Running {
  /** The server refused the token of the first message with 401. */
  refused = false;
  /** Head of the response that was skipped; see `ExchangeResult.passed`. */
  passed: ResponseHead | undefined;
  readonly sizes: CountedSizes = { headers: 0, body: 0, bodyDecoded: 0 };
  #connected = { address: '', reused: false };
  /** Resolves when the cookies of the current response are stored. */
  #taken: Promise<void> | undefined;
  readonly #settings: ExchangeSettings;
  readonly #listener: ExchangeListener;
  readonly #guard: Guard;
  readonly #stopwatch: Stopwatch;

  constructor(settings: ExchangeSettings, listener: ExchangeListener, guard: Guard, stopwatch: Stopwatch) {
    this.#settings = settings;
    this.#listener = listener;
    this.#guard = guard;
    this.#stopwatch = stopwatch;
  }

  async run(first: ResolvedRequest): Promise<void> {
    const history = new RedirectHistory(first.options);
    const signer = signerOf(first.auth);
    let last: ResolvedRequest | undefined;
    let next: ResolvedRequest | undefined = first;
    while (next !== undefined) {
      this.#stopwatch.begin();
      const prepared: Prepared = await this.#guard.race(prepare(next, this.#settings, signer));
      const { permits } = this.#settings;
      if (permits !== undefined) await this.#guard.race(permits(prepared.request, history.count > 0));
      // Resending the same request with credentials is not a redirect loop.
      if (next !== last) history.sending(prepared.whole);
      this.#stopwatch.permitted();
      this.#listener.sending(prepared.sent);
      if (prepared.route.withholdsCertificate === true)
        this.#listener.warn(`The client certificate for every host was not sent to another origin, ${prepared.target.origin}.`);
      last = next;
      next = await this.#hop(prepared, signer, history.count);
      if (next === undefined || next === last) continue;
      history.add(next.wireUrl);
    }
  }

  /** Sends one request. Returns the redirected request, or the same one if it must be sent again with credentials. */
  async #hop(prepared: Prepared, signer: Signer | undefined, hops: number): Promise<ResolvedRequest | undefined> {
    const { request, target, route } = prepared;
    const unsafe = request.options.unsafeFraming === true;
    // With unsafe framing, use a new connection: leftovers must not affect another request.
    for (let fresh = unsafe; ; fresh = true) {
      const channel = openChannel(route, request.httpVersion === '2', fresh);
      this.#stopwatch.attempt(() => channel.opening);
      if (!channel.isOpen) this.#guard.connecting();
      const receiving = new Receiving({
        request,
        channel,
        listener: this.#listener,
        guard: this.#guard,
        sizes: this.sizes,
        maxBodySize: this.#settings.maxBodySize,
        asks: (head) =>
          (request.auth !== undefined && signer?.answered(head, target) === true) || this.#isRefused(head, hops) || this.#isPassed(head),
      });
      // Inline closures here were allocated in old space and leaked each exchange until a full GC (measured in the soak).
      const stop = (): void => {
        receiving.destroy();
        channel.destroy(new Error('the exchange was stopped'));
      };
      const stopReceiving = (): void => receiving.destroy();
      this.#guard.onStop = stop;
      const end = await this.#guard.race(this.#send(prepared, channel, receiving));
      // The connection is released, so only receiving can be stopped.
      this.#guard.onStop = stopReceiving;
      channel.release(end.error === undefined);
      if (!fresh && (end.unprocessed === true || (end.stale && idempotent.has(request.method)))) continue;
      await this.#guard.race(receiving.end(end.error === undefined));
      if (this.#taken !== undefined) await this.#guard.race(this.#taken);
      if (receiving.head !== undefined && receiving.again) {
        if (this.refused || this.passed !== undefined) return undefined;
        this.#listener.challenged(receiving.head.status, this.#stopwatch.ended());
        return request;
      }
      // Follow a redirect even if its own body was cut off.
      if (receiving.head !== undefined && receiving.location !== undefined) {
        const { status, headers } = receiving.head;
        const { next, redirect, refused } = redirected(request, status, receiving.location);
        this.#listener.redirect({ ...redirect, headers, ...this.#connected, timings: this.#stopwatch.ended() });
        if (refused !== undefined) throw refused;
        return next;
      }
      if (end.error !== undefined) throw end.error;
      if (receiving.head?.status === 407 && route.proxy !== undefined && isForwarded(route))
        throw refusedCredentials(route.proxy, asked(receiving.head.headers));
      return undefined;
    }
  }

  #isRefused({ status }: ResponseHead, hops: number): boolean {
    return (this.refused = status === 401 && hops === 0 && this.#settings.isRefusable?.() === true);
  }

  #isPassed(head: ResponseHead): boolean {
    if (this.#settings.passes?.(head) !== true) return false;
    this.passed = head;
    return true;
  }

  /** Stores cookies when the head arrives, so that they are usable while a stream is open. */
  #take(url: string, headers: readonly Header[]): Promise<void> {
    const { looked, warning } = cookiesLookedAt(headers);
    if (warning !== undefined && this.#guard.stopped === undefined) this.#listener.cookieRefused(warning, true);
    const taken = async (): Promise<void> => {
      for (const why of (await this.#settings.cookies?.take(url, looked)) ?? [])
        if (this.#guard.stopped === undefined) this.#listener.cookieRefused(why);
    };
    const done = taken();
    // `#hop` awaits the promise; this prevents an unhandled rejection if the exchange ends before.
    done.catch(() => undefined);
    return done;
  }

  #send({ request, target, head, body }: Prepared, channel: Channel, receiving: Receiving): Promise<AttemptEnd> {
    const chunked = head.framing === 'chunked';
    const bytes = body.open(chunked);
    // An empty chunked body consists of the last chunk only.
    const emptyChunks = chunked && bytes === null ? '0\r\n\r\n' : '';
    const expectation = bytes !== null && waitsForContinue(request) ? new Expectation() : undefined;
    const message: Message = {
      head: Buffer.from(head.text + emptyChunks),
      method: request.method,
      path: target.path,
      headers: head.headers,
      body: bytes === null || expectation === undefined ? bytes : expectation.hold(bytes),
      bodySize: chunked ? undefined : body.size,
      keepAlive: head.keepAlive && request.options.unsafeFraming !== true,
    };
    /** An informational response was received, so `firstByteAt` is not that of the final response. */
    let hinted = false;
    const upload = watchUpload(body.size, (sent) => {
      if (this.#guard.stopped === undefined) this.#listener.uploading(sent, body.size);
    });
    const attempted = channel.attempt(message, {
      connected: (info, opening) => {
        expectation?.begin();
        if (this.#guard.stopped !== undefined) return;
        this.#guard.connected();
        this.#stopwatch.connected(opening);
        this.#connected = { address: info.address, reused: opening === undefined };
        this.#listener.connected(info, opening === undefined);
      },
      sent: (sent) => {
        if (this.#guard.stopped !== undefined) return;
        this.#stopwatch.sent(sent >= body.size);
        upload.sent(sent);
      },
      informational(informational) {
        hinted = true;
        if (informational.status === 100) expectation?.end(true);
        receiving.informational(informational);
      },
      head: (responseHead, size) => {
        this.#stopwatch.responded(hinted ? undefined : channel.firstByteAt);
        expectation?.end(false);
        receiving.begin(responseHead, size);
        if (request.options.cookieJar) this.#taken = this.#take(request.wireUrl, responseHead.headers);
      },
      trailers: (headers) => receiving.trailers(headers),
      surplus: (count) => {
        const what = `${count} byte${count === 1 ? ' was' : 's were'} received after the end of the response`;
        if (this.#guard.stopped === undefined)
          this.#listener.warn(`${what}, not shown: the server sent a wrong length or unrequested data.`);
      },
      data: (chunk) => receiving.data(chunk),
    });
    const over = (end: AttemptEnd): AttemptEnd => {
      expectation?.end(false);
      upload.end();
      return end;
    };
    return attempted.then(over);
  }
}
