import { maskText } from './masks/mask.ts';
import { visibleText } from './text/visible.ts';

/** A message before it is sent, masked. */
export interface MessageHead {
  readonly method: string;
  readonly wireUrl: string;
  readonly httpVersion: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A part of a body for display: text, or a file with its path and size in bytes. */
export type ShownPart = { readonly text: string } | { readonly file: string; readonly size: number | null };

/** Request line and headers as sent, for example `POST /users?a=1 HTTP/1.1`. */
export function requestHead(request: MessageHead): readonly string[] {
  return [
    `${request.method} ${targetOf(request.wireUrl)} HTTP/${request.httpVersion}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ];
}

/** Path and query of a masked URL, which may be invalid. */
function targetOf(wireUrl: string): string {
  const scheme = wireUrl.indexOf('://');
  // The origin is masked.
  if (scheme < 0) return wireUrl;
  const behind = wireUrl.slice(scheme + 3);
  const at = behind.search(/[/?]/);
  return at < 0 ? (behind.includes(maskText) ? maskText : '/') : behind.slice(at);
}

/** The body as text; files as `< path (N bytes)`. */
const bodyAsText = (parts: readonly ShownPart[]): string =>
  parts.map((p) => ('text' in p ? p.text : `< ${visibleText(p.file)} (${p.size ?? 'unknown'} bytes)`)).join('');

/** A whole message as `req send --dry-run` and the preview in the editor show it. */
export const messageText = (request: MessageHead, body: readonly ShownPart[]): string =>
  [...requestHead(request), '', bodyAsText(body)].join('\n');
