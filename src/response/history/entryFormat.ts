import type { StreamEvent } from '../../runner/index.ts';
import type { Note } from '../record/runNotes.ts';
import type { StoredFacts, StoredRun } from '../record/storedRun.ts';

const lineFeed = 0x0a;

/** Encodes a history entry: facts, notes and events as one JSON line each, then the body. */
export function encodeRun({ facts, notes, events, body }: StoredRun): Uint8Array {
  const lines = [facts, notes, events].map((part) => `${JSON.stringify(part, plain)}\n`).join('');
  return Buffer.concat([Buffer.from(lines), body]);
}

/** Leaves out values that JSON cannot represent. */
const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' || value instanceof Map ? undefined : value);

/** Decodes an entry; undefined if it is invalid. */
export function decodeRun(bytes: Uint8Array): StoredRun | undefined {
  const ends: number[] = [];
  for (let at = bytes.indexOf(lineFeed); at >= 0 && ends.length < 3; at = bytes.indexOf(lineFeed, at + 1)) ends.push(at);
  const [first, second, third] = ends;
  if (first === undefined || second === undefined || third === undefined) return undefined;
  const facts = readFacts(textOf(bytes, 0, first));
  const notes = readList(textOf(bytes, first + 1, second));
  const events = readList(textOf(bytes, second + 1, third));
  if (facts === undefined || notes === undefined || events === undefined) return undefined;
  return { facts, notes: notes as readonly Note[], events: events as readonly StreamEvent[], body: bytes.subarray(third + 1) };
}

/** Reads the first line of an entry; undefined if it is invalid or has another version. */
export function readFacts(line: string): StoredFacts | undefined {
  const read = parsed(line);
  if (typeof read !== 'object' || read === null) return undefined;
  const facts = read as Partial<StoredFacts>;
  const texts = [facts.id, facts.root, facts.uri, facts.method, facts.url, facts.request?.key, facts.request?.title, facts.statusText];
  const numbers = [facts.time, facts.line, facts.duration, facts.size, facts.events, facts.tests?.passed, facts.tests?.failed];
  const isWhole = facts.version === 1 && texts.every((t) => typeof t === 'string') && numbers.every((n) => typeof n === 'number');
  return isWhole ? (facts as StoredFacts) : undefined;
}

function readList(line: string): readonly unknown[] | undefined {
  const read = parsed(line);
  return Array.isArray(read) ? read : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
