/** A part of a multipart body: header lines and content, which may be a file's mark. */
export interface FormPart {
  readonly headers: readonly string[];
  readonly content: string;
}

export interface Multipart {
  readonly boundary: string;
  readonly parts: readonly FormPart[];
  /** Text after the last boundary: empty or a line break. */
  readonly ending: string;
}

/** Parses a body that follows RFC 2046 §5.1.1 exactly, with CRLF; undefined for any other. */
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
    // For empty content, the line break of the head is also the one before the boundary.
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

const types: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
};

// Escapes names in a part's head like curl (WHATWG HTML §4.10.21.8).
const quoted = (name: string): string => `"${name.replace(/["\r\n]/g, (c) => ({ '"': '%22', '\r': '%0D', '\n': '%0A' })[c] ?? c)}"`;

export const disposition = (name: string, file?: string): string =>
  `Content-Disposition: form-data; name=${quoted(name)}${file === undefined ? '' : `; filename=${quoted(file)}`}`;

/** The media type that curl sends for a file by its extension; undefined if it knows none. */
export const knownType = (path: string): string | undefined => types[/\.(\w{3,4})$/.exec(path)?.[1]?.toLowerCase() ?? ''];

export const typeOfFile = (path: string): string => knownType(path) ?? 'application/octet-stream';

export const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
