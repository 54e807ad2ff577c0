import type { RequestCall, RequestFacts } from '../../scriptTypes.ts';
import { kit } from '../kit.ts';

type Call = RequestCall extends infer C ? (C extends RequestCall ? Omit<C, 'op'> : never) : never;

const ask = (call: Call): string => kit().ask({ op: 'request', ...call }) as string;

/** Facts about the request from the file and the options. */
export const facts = (): RequestFacts => JSON.parse(ask({ name: 'facts' })) as RequestFacts;

/**
 * Sets a limit of this request.
 * @throws {Error} if it is invalid, or after the response
 */
export const setLimit = (limit: 'timeout' | 'max-redirects', value: unknown): void =>
  void ask({ name: 'limit', limit, value: String(value) });

/** Makes the body of the response text for later scripts. */
export const keepText = (): void => void ask({ name: 'raw' });

/** Sets the body for later scripts: a text, or a value as JSON. */
export const setResponseBody = (value: unknown): void =>
  void ask({ name: 'body', text: value === undefined ? null : typeof value === 'string' ? value : (JSON.stringify(value) ?? '') });

/** The bytes of the response's body, as a `Buffer`. */
export function bodyBuffer(): unknown {
  const { response, load } = kit();
  // Reports that the script reads the response.
  void response?.text;
  const { Buffer } = load('buffer') as { readonly Buffer: { from(text: string, encoding: string): unknown } };
  return Buffer.from(ask({ name: 'bytes' }), 'base64');
}

/** Path parameters: placeholders that are a whole segment of the path. An import writes `:id` as `{{id}}`. */
export function pathParams(): readonly { readonly name: string; readonly value: string; readonly type: 'path' }[] {
  const { request, response, tool } = kit();
  const written = segments(facts().template);
  const now = response === undefined ? [] : segments(request.url);
  return written.flatMap((segment, i) => {
    const name = /^\{\{\s*([^{}\s|]+)\s*\}\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    const sent = now.length === written.length ? now[i] : undefined;
    return [{ name, value: sent ?? tool.interpolate(segment), type: 'path' as const }];
  });
}

const segments = (url: string): readonly string[] =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/^(?:[a-z][\w+.-]*:\/\/)?[^/]*/i, '')
    .split('/')
    .slice(1);
