import { headerValue } from '../../base/text/headerValue.ts';
import { eventUnits } from '../../base/events/eventUnits.ts';
import { eventLine } from '../../base/events/eventLine.ts';
import { maskText, spellingWindow } from '../../base/masks/mask.ts';
import {
  isArrayValue,
  isLongText,
  isNumeric,
  isObjectValue,
  jsonPieces,
  valueToJson,
  valueToText,
  type JsonSource,
  type ObjectValue,
  type Value,
} from '../../base/values/value.ts';
import type { TlsInfo, Redirect, StreamEvent, StreamReading, TestResult, Timings } from '../../runner/index.ts';
import { bodyText, isText, textOf, type Decode } from '../output/decodedBodies.ts';
import { relativePath } from '../world/shownPath.ts';
import { shownWhenCancelled, type SendRecord } from '../output/sendRecord.ts';
import { MaskedPieces } from './maskedPieces.ts';
import type { Mask, StreamedEvent } from './printer.ts';
import type { ShownPart } from '../../base/requestText.ts';
import { requestBody } from './requestMessage.ts';
import { slices, startOf } from './wholePieces.ts';

/** Functions for reading bodies. */
export interface Reading {
  readonly decode: Decode;
  readonly charsetOf: (bytes: Uint8Array, contentType: string | undefined) => string;
}

/** Minimum size in bytes of a body whose text is generated in pieces while it is written. */
const largeBody = 1024 * 1024;

const sources = (members: Readonly<Record<string, JsonSource>>): ReadonlyMap<string, JsonSource> => new Map(Object.entries(members));
const object = (members: Readonly<Record<string, Value>>): ObjectValue => new Map(Object.entries(members));
const pairs = (headers: readonly (readonly [string, string])[]): Value => headers.map(([name, value]) => [name, value]);
const thousandths = (ms: number): number => Math.round(ms * 1000) / 1000;

interface RecordForm {
  readonly withEvents: boolean;
  readonly indent?: number;
  /** Adds members to the object, or wraps it in another one. */
  readonly wrap?: (masked: ReadonlyMap<string, JsonSource>) => JsonSource;
  /** Whether to cut long texts and events, because the user waits for the command to end. */
  readonly isCut?: () => boolean;
}

/** Masking of a record's members. */
interface Masking {
  readonly mask: Mask;
  readonly longestSecret: number;
  readonly isCut: () => boolean;
}

/**
 * One request as the object of `--json`, masked, as pieces of JSON that can be iterated several times. Long texts are masked while they are
 * read: the ranges of millions of secrets in a text, and the masked text, would take many times its memory.
 */
export async function recordJson(record: SendRecord, mask: Mask, reading: Reading, form: RecordForm): Promise<Iterable<string>> {
  const masking = { mask, longestSecret: record.longestSecret, isCut: form.isCut ?? (() => false) };
  const members = await recordMembers(record, masking, reading, form.withEvents);
  const masked = new Map([...members].map(([name, value]) => [name, maskedShort(value, mask)]));
  const whole = form.wrap?.(masked) ?? masked;
  const maskLong = (text: string): Iterable<string> => maskedTexts([text], masking);
  return { [Symbol.iterator]: () => jsonPieces(whole, form.indent, maskLong) };
}

/** Masks all texts that `jsonPieces` does not write in pieces. */
function maskedShort(source: JsonSource, mask: Mask): JsonSource {
  if (typeof source === 'string') return isLongText(source) ? source : mask(source);
  if (Array.isArray(source)) return source.map((x: JsonSource) => maskedShort(x, mask));
  if (source instanceof Map)
    return new Map([...(source as ReadonlyMap<string, JsonSource>)].map(([key, x]) => [key, maskedShort(x, mask)]));
  return source;
}

const lazy = <T>(make: () => Iterator<T>): Iterable<T> => ({ [Symbol.iterator]: make });

const lazyText = (texts: Iterable<string>, masking: Masking): JsonSource => ({ texts: lazy(() => maskedTexts(texts, masking)) });

function* maskedTexts(texts: Iterable<string>, { mask, longestSecret, isCut }: Masking): Generator<string> {
  const masked = new MaskedPieces(mask, longestSecret);
  let size = 0;
  for (const text of texts)
    for (const slice of slices(text)) {
      yield masked.push(slice);
      size += slice.length;
      if (size > shownWhenCancelled && isCut()) return;
    }
  yield masked.end();
}

/** The members of `--json`; long ones are masked here. */
async function recordMembers(
  record: SendRecord,
  masking: Masking,
  reading: Reading,
  withEvents: boolean,
): Promise<ReadonlyMap<string, JsonSource>> {
  const { failure, timings } = record;
  const { mask } = masking;
  const { request: summary, file } = record.of;
  const stream = record.stream === undefined ? undefined : record.of.streamText.readWithoutText();
  return sources({
    name: summary.name || summary.title,
    file: relativePath(file),
    line: summary.line,
    request: await requestValue(record),
    response: await responseValue(record, masking, reading, withEvents),
    redirects: record.redirects.map(redirectValue),
    connections: record.connections.map(connectionValue),
    reconnects: record.reconnects.map(reconnectValue),
    retries: record.retries.map(({ at, reason, status, delayMs }) => object({ at: thousandths(at), reason, status, delay: delayMs })),
    timings: timingsValue(timings),
    ...(withEvents ? { events: { items: lazy(() => shownEvents(record, masking)) } } : {}),
    text: stream === undefined ? null : streamText(record, masking),
    stream: stream === undefined ? null : streamValue(stream),
    tests: record.tests.map(testValue),
    console: record.console.map(({ level, text }) => object({ level, text })),
    variables: object({ set: withoutSecretNames(withoutSecretNumbers(record.variables, mask), mask) }),
    error:
      failure === undefined
        ? null
        : object({
            kind: failure.kind,
            message: failure.hint === undefined ? failure.message : `${failure.message}\n${failure.hint}`,
            at:
              failure.at === undefined
                ? null
                : object({ file: relativePath(failure.at.file), line: failure.at.line, column: failure.at.column }),
            ...(failure.came === undefined ? {} : { came: failure.came.text }),
          }),
  });
}

/** One event as a line of `--jsonl`, masked. */
export const eventToJson = (event: StreamEvent, mask: Mask): string =>
  eventLine({ ...event, event: mask(event.event), data: mask(event.data), id: mask(event.id) });

/**
 * Like `eventToJson` with a line break, in pieces, for events with much data.
 * @param longestSecret length of the longest secret in UTF-16 units; 0 for none
 */
export function* eventPieces({ event, pieces }: StreamedEvent, mask: Mask, longestSecret: number): Generator<string> {
  // Quotes in other members are escaped, so this matches only the empty `data`.
  const [before = '', after = ''] = eventToJson({ ...event, data: '' }, mask).split('"data":""');
  yield `${before}"data":`;
  yield '"';
  for (const piece of maskedTexts(pieces ?? [event.data], { mask, longestSecret, isCut: () => false })) yield escaped(piece);
  yield `"${after}\n`;
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A reconnect as a line of `--jsonl`, masked. */
export const reconnectToJson = (reconnect: Reconnect, mask: Mask): string =>
  valueToJson(maskTexts(object({ reconnect: reconnectValue(reconnect) }), mask));

function timingsValue({ queue, dns, connect, tls, send, firstByte, download, total }: Timings): Value {
  const inOrder = { queue, dns, connect, tls, send, firstByte, download, total };
  return new Map(Object.entries(inOrder).map(([name, ms]) => [name, thousandths(ms)]));
}

function redirectValue({ status, url, location, method, dropped, warnings, headers, address, reused, timings }: Redirect): Value {
  const rewritten = { status, url, location, method, dropped, warnings };
  return object({ ...rewritten, headers: pairs(headers), address, reused, timings: timingsValue(timings) });
}

function connectionValue({ info: { address, proxy, tls }, reused }: SendRecord['connections'][number]): Value {
  return object({ address, reused, proxy: proxy ?? null, tls: tls === undefined ? null : tlsValue(tls) });
}

function tlsValue({ version, cipher, alpn, verified, problem, chain }: TlsInfo): Value {
  return object({
    version,
    cipher,
    alpn: alpn ?? null,
    verified,
    problem: problem ?? null,
    chain: chain.map((certificate) => object({ ...certificate })),
  });
}

type Reconnect = SendRecord['reconnects'][number];

function reconnectValue({ at, reason, delayMs, lastEventId }: Reconnect): Value {
  return object({ at: thousandths(at), reason, delay: delayMs, lastEventId });
}

function* shownEvents(record: SendRecord, masking: Masking): Generator<JsonSource> {
  let size = 0;
  for (const { pieces, ...e } of record.shownEvents) {
    const data = pieces === undefined ? e.data : lazyText(pieces, masking);
    const event = { at: thousandths(e.at), event: e.event, data, id: e.id, retry: e.retry, complete: e.complete };
    yield maskedShort(sources(event), masking.mask);
    size += eventUnits(e);
    if (size > shownWhenCancelled && masking.isCut()) return;
  }
}

/** The joined text of a stream; after Ctrl+C its start. */
function streamText(record: SendRecord, masking: Masking): JsonSource {
  const { pieces } = record.of.streamText.textSince(undefined);
  if (record.failure?.kind !== 'cancelled') return lazyText(pieces, masking);
  // Mask beyond the cut, to find a secret that crosses it.
  const start = startOf('', pieces, shownWhenCancelled + spellingWindow(masking.longestSecret));
  return { texts: [masking.mask(start).slice(0, shownWhenCancelled)] };
}

/** All fields except the text, which is a field of the record. */
function streamValue(s: Omit<StreamReading, 'text'>): Value {
  return object({
    format: s.format,
    path: s.path,
    reasoning: s.reasoning,
    toolCalls: s.toolCalls.map((call) => object({ id: call.id, name: call.name, arguments: call.arguments })),
    usage: s.usage === null ? null : object({ ...s.usage }),
    finishReason: s.finishReason,
    events: s.events,
    firstEvent: s.firstEventAt === null ? null : thousandths(s.firstEventAt),
    firstText: s.firstTextAt === null ? null : thousandths(s.firstTextAt),
    eventsPerSecond: s.eventsPerSecond === null ? null : thousandths(s.eventsPerSecond),
    cut: s.cut,
  });
}

/** A failed comparison includes both values. */
function testValue({ name, passed, message, expected, actual }: TestResult): Value {
  return object({ name, passed, message, ...(expected === undefined || actual === undefined ? {} : { expected, actual }) });
}

async function requestValue({ sent }: SendRecord): Promise<Value> {
  if (sent === undefined) return null;
  const { method, wireUrl, httpVersion, headers } = sent.request;
  return object({ method, url: wireUrl, httpVersion, headers: pairs(headers), body: requestBodyValue(await requestBody(sent)) });
}

function requestBodyValue(parts: readonly ShownPart[]): Value {
  if (parts.length === 0) return null;
  if (parts.every((p) => 'text' in p)) return object({ text: parts.map((p) => p.text).join('') });
  return object({ parts: parts.map((p) => object({ ...p })) });
}

async function responseValue(record: SendRecord, masking: Masking, reading: Reading, withEvents: boolean): Promise<JsonSource> {
  const { head, sizes, failure } = record;
  if (head === undefined) return null;
  return sources({
    status: head.status,
    statusText: head.statusText,
    httpVersion: head.httpVersion,
    headers: pairs(head.headers),
    body: await responseBodyValue(record, masking, reading, withEvents),
    size: object({ headers: sizes.headers, body: sizes.body, bodyDecoded: sizes.bodyDecoded }),
    // A script error does not mean that the body is incomplete.
    truncated:
      record.cut ||
      (withEvents && (record.eventsCut || record.shownEvents.length < record.events.length)) ||
      (failure !== undefined && failure.kind !== 'script'),
    trailers: pairs(record.trailers),
    informational: record.informational.map((i) => object({ status: i.status, statusText: i.statusText, headers: pairs(i.headers) })),
  });
}

async function responseBodyValue(record: SendRecord, masking: Masking, reading: Reading, withEvents: boolean): Promise<JsonSource> {
  // The events were printed line by line.
  if (!withEvents && record.stream !== undefined) return null;
  if (record.savedTo !== undefined) return object({ file: relativePath(record.savedTo) });
  const contentType = contentTypeOf(record);
  if (record.bodySize > largeBody) {
    const [start = new Uint8Array()] = record.bodyBlocks();
    const charset = reading.charsetOf(start, contentType);
    if (await isText(record.bodyBlocks(), { charset, isWhole: !record.cut }))
      return sources({
        text: lazyText(
          lazy(() => textOf(record.bodyBlocks(), charset)),
          masking,
        ),
      });
  }
  const bytes = record.body();
  const text = bodyText(bytes, contentType, reading.decode);
  return text === undefined ? object({ base64: Buffer.from(bytes).toString('base64') }) : object({ text });
}

export function contentTypeOf({ head }: SendRecord): string | undefined {
  return head && headerValue(head.headers, 'content-type');
}

function maskTexts(value: Value, mask: Mask): Value {
  return mapLeaves(value, (x) => (typeof x === 'string' ? mask(x) : x));
}

function withoutSecretNumbers(value: Value, mask: Mask): Value {
  return mapLeaves(value, (x) => (isNumeric(x) && mask(valueToText(x)) === maskText ? maskText : x));
}

/** Masks keys too: scripts may use secrets as keys. */
function withoutSecretNames(value: Value, mask: Mask): Value {
  if (isArrayValue(value)) return value.map((x) => withoutSecretNames(x, mask));
  if (isObjectValue(value)) return new Map([...value].map(([key, x]) => [mask(key), withoutSecretNames(x, mask)]));
  return value;
}

function mapLeaves(value: Value, map: (leaf: Value) => Value): Value {
  if (isArrayValue(value)) return value.map((x) => mapLeaves(x, map));
  if (isObjectValue(value)) return new Map([...value].map(([key, x]) => [key, mapLeaves(x, map)]));
  return map(value);
}
