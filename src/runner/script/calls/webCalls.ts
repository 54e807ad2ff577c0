import { randomBytes } from 'node:crypto';
import { intlCall, type IntlRequest } from './intlCalls.ts';

/** Outcome of a web API inside the sandbox, as JSON text. `value` is absent if the API returned undefined. */
export type WebOutcome = { readonly value?: unknown } | { readonly error: { readonly name: string; readonly message: string } };

/** Properties of a URL that the sandbox keeps. */
const urlProperties = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

export type UrlParts = Readonly<Record<(typeof urlProperties)[number], string>>;

/** Limit in bytes of `crypto.getRandomValues`, from the standard. */
const maxRandom = 65_536;

const partsOf = (url: URL): UrlParts => Object.fromEntries(urlProperties.map((name) => [name, url[name]])) as UrlParts;

/** The encoding's name, and the text. Bytes are a text of characters below 256. */
function decoded(label: string, fatal: boolean, ignoreBOM: boolean, bytes: string, stream: boolean): readonly [string, string] {
  const decoder = new TextDecoder(label, { fatal, ignoreBOM });
  return [decoder.encoding, decoder.decode(Buffer.from(bytes, 'latin1'), { stream })];
}

function random(length: number): string {
  if (length > maxRandom) throw new DOMException(`The requested length exceeds ${maxRandom} bytes`, 'QuotaExceededError');
  return randomBytes(length).toString('latin1');
}

function changedUrl(href: string, property: string, value: string): UrlParts {
  const url = new URL(href);
  if (property === 'origin' || !(urlProperties as readonly string[]).includes(property)) throw new TypeError(`${property} is read-only`);
  (url as unknown as Record<string, string>)[property] = value;
  return partsOf(url);
}

/** Web APIs of Node.js for the sandbox. They only depend on their arguments, and access neither network nor files. */
const calls = {
  url: (url: string, base: string | null): UrlParts => partsOf(base === null ? new URL(url) : new URL(url, base)),
  urlChanged: changedUrl,
  query: (text: string): readonly (readonly [string, string])[] => [...new URLSearchParams(text)],
  queryText: (pairs: [string, string][]): string => String(new URLSearchParams(pairs)),
  encode: (text: string): string => Buffer.from(text, 'utf8').toString('latin1'),
  decode: decoded,
  atob: (text: string): string => atob(text),
  btoa: (text: string): string => btoa(text),
  random,
  intl: (request: IntlRequest): unknown => intlCall(request),
} satisfies Readonly<Record<string, (...args: never[]) => unknown>>;

export type WebCalls = typeof calls;

/**
 * Runs a web API. Returns a WebOutcome as JSON text.
 * @param args a JSON array
 * @throws {TypeError} if there is no such API
 */
export function webCall(name: string, args: string): string {
  if (!Object.hasOwn(calls, name)) throw new TypeError(`there is no ${name}`);
  const call = calls[name as keyof WebCalls] as (...given: unknown[]) => unknown;
  try {
    return JSON.stringify({ value: call(...(JSON.parse(args) as unknown[])) } satisfies WebOutcome);
  } catch (e) {
    return JSON.stringify(errorOutcome(e));
  }
}

export function errorOutcome(e: unknown): WebOutcome {
  const { name, message } = e instanceof Error ? e : new Error(String(e));
  return { error: { name, message } };
}
