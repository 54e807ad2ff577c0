import type { HarExchange, HarResponse } from '../../convert/export/index.ts';
import type { Timings } from '../../base/events/timings.ts';
import type { HeaderPair } from '../../protocol/headerPair.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import type { RunRecord } from './runRecord.ts';

const longestBody = 32 * 1024 * 1024;

/** The exchanges of a run, redirects first, with secrets masked. */
export function harExchanges(record: RunRecord): readonly HarExchange[] {
  const messages = record.replay();
  const exchanges: HarExchange[] = [];
  const started = messages.find((m) => m.type === 'started');
  let sending: Extract<ToPanel, { readonly type: 'sending' }> | undefined;
  let head: Extract<ToPanel, { readonly type: 'head' }> | undefined;
  let address = '';
  const earlier: Timings[] = [];
  const exchange = (response: HarResponse | undefined, timings: Timings, to: string): void => {
    if (sending === undefined) return;
    const { method, wireUrl: url, httpVersion, headers, bodyText, bodySize } = sending;
    const text = bodySize === 0 ? undefined : bodyText;
    const time = (started?.time ?? 0) + (sending.at ?? 0);
    const request = { method, url, httpVersion, headers, text, size: bodySize ?? -1 };
    exchanges.push({ time, comment: started?.name ?? '', address: hostOf(to), request, response, timings: phasesOf(timings) });
    sending = undefined;
  };
  for (const m of messages) {
    if (m.type === 'sending') sending = m;
    else if (m.type === 'connected') ({ address } = m);
    else if (m.type === 'head') head = m;
    else if (m.type === 'redirect') {
      exchange(withoutBody(m.status, m.headers, sending?.httpVersion), m.timings, m.address);
      earlier.push(m.timings);
    } else if (m.type === 'finished') {
      const { body, bodyDecoded } = m.sizes;
      const { status, statusText, httpVersion, headers } = head ?? {};
      const isAnswered = status !== undefined && statusText !== undefined && httpVersion !== undefined && headers !== undefined;
      const answer = isAnswered
        ? { status, statusText, httpVersion, headers, size: body, decoded: bodyDecoded, body: bodyOf(record) }
        : undefined;
      exchange(answer, without(m.timings, earlier), address);
    }
  }
  return exchanges;
}

const withoutBody = (status: number, headers: readonly HeaderPair[], version = ''): HarResponse => ({
  status,
  statusText: '',
  httpVersion: version,
  headers,
  size: -1,
  decoded: 0,
  body: undefined,
});

const hostOf = (address: string): string => /^\[?([\d.]+|[\da-fA-F:.%]+)\]?:\d+$/.exec(address)?.[1] ?? '';

/** In HAR, `connect` includes `ssl`. */
const phasesOf = ({ queue, dns, connect, tls, send, firstByte, download }: Timings): HarExchange['timings'] => ({
  blocked: queue,
  dns,
  connect: connect + tls,
  ssl: tls,
  send,
  wait: firstByte,
  receive: download,
});

/** The timings of the last exchange: the run's without those of its redirects. */
const without = (all: Timings, earlier: readonly Timings[]): Timings => {
  const left = (phase: keyof Timings): number =>
    Math.max(
      0,
      earlier.reduce((ms, one) => ms - one[phase], all[phase]),
    );
  const [queue, dns, connect, tls] = [left('queue'), left('dns'), left('connect'), left('tls')];
  return { queue, dns, connect, tls, send: left('send'), firstByte: left('firstByte'), download: left('download'), total: left('total') };
};

/** Text is masked; binary data is included only if it contains no secret. */
function bodyOf(record: RunRecord): HarResponse['body'] {
  const { body, bytes } = record;
  if (body === undefined || bytes === undefined || body.isHuge || bytes.size > longestBody) return undefined;
  if (body.view !== 'image' && body.view !== 'hex') return { text: body.text() };
  const whole = { start: 0, end: bytes.size };
  if (record.hiddenBytes(whole).size > 0) return undefined;
  return { text: Buffer.from(bytes.read(0, bytes.size)).toString('base64'), encoding: 'base64' };
}
