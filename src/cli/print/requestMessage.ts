import { maskText } from '../../base/mask.ts';
import { visibleText } from '../../base/visible.ts';
import { sizeOfRegular } from '../../files/read.ts';
import type { SentRequest } from '../../runner/index.ts';
import type { SendRecord } from '../output/sendRecord.ts';
import { relativePath } from '../world/shownPath.ts';

/** Request line and headers as sent, for example `POST /users?a=1 HTTP/1.1`. */
export function requestHead(request: SentRequest): readonly string[] {
  return [
    `${request.method} ${targetOf(request.wireUrl)} HTTP/${request.httpVersion}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ];
}

/** Path and query of a masked URL, which may be invalid. */
function targetOf(wireUrl: string): string {
  const behind = wireUrl.slice(wireUrl.indexOf('://') + 3);
  const at = behind.search(/[/?]/);
  return at < 0 ? (behind.includes(maskText) ? maskText : '/') : behind.slice(at);
}

/** A part of a body for display: text, or a file with its path and size in bytes. */
export type ShownPart = { readonly text: string } | { readonly file: string; readonly size: number | null };

/** The body of a request in parts. Files are not read. */
export async function requestBody(sent: NonNullable<SendRecord['sent']>): Promise<readonly ShownPart[]> {
  const parts: ShownPart[] = [];
  for (const part of sent.body) {
    if (part.kind === 'text') parts.push({ text: part.text });
    else {
      const size = await sizeOfRegular(part.path).catch(() => null);
      parts.push({ file: relativePath(part.path), size });
    }
  }
  return parts;
}

/** The body as text; files as `< path (N bytes)`. */
export const bodyAsText = (parts: readonly ShownPart[]): string =>
  parts.map((p) => ('text' in p ? p.text : `< ${visibleText(p.file)} (${p.size ?? 'unknown'} bytes)`)).join('');
