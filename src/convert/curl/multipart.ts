import type { FormPart } from './form.ts';

/** A multipart body taken apart. */
export interface Multipart {
  readonly boundary: string;
  readonly parts: readonly FormPart[];
  /** What stands behind the last boundary: nothing or a line break. */
  readonly ending: string;
}

/** Takes a body apart that is framed as RFC 2046 §5.1.1 says, with CRLF everywhere; undefined where any of it is otherwise. */
export function readMultipart(text: string, contentType: string): Multipart | undefined {
  const m = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const boundary = m?.[1] ?? m?.[2];
  if (boundary === undefined) return undefined;
  const delimiter = `--${boundary}`;
  if (!text.startsWith(`${delimiter}\r\n`)) return undefined;
  const parts: FormPart[] = [];
  let at = delimiter.length + 2;
  for (;;) {
    const headEnd = text.startsWith('\r\n', at) ? at : text.indexOf('\r\n\r\n', at);
    if (headEnd < 0) return undefined;
    const head = text.slice(at, headEnd);
    if (/(?:^|[^\r])\n|\r(?!\n)|^--/.test(head)) return undefined;
    const start = headEnd === at ? at + 2 : headEnd + 4;
    // An empty content ends with the line break that its head ends with.
    const end = text.indexOf(`\r\n${delimiter}`, start - 2);
    if (end < 0) return undefined;
    parts.push({ headers: head === '' ? [] : head.split('\r\n'), content: text.slice(start, Math.max(start, end)) });
    if (end < start) return undefined;
    at = end + 2 + delimiter.length;
    if (text.startsWith('--', at)) {
      const ending = text.slice(at + 2);
      return ending === '' || ending === '\r\n' ? { boundary, parts, ending } : undefined;
    }
    if (!text.startsWith('\r\n', at)) return undefined;
    at += 2;
  }
}
