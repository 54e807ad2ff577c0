import type { BodyView } from '../../../src/protocol/messages.ts';
import type { GalleryEditor, Lines } from './editor.ts';

export const textLines = (text: string): Lines => {
  const lines = text.split('\n');
  return { total: lines.length, line: (i) => lines[i] ?? '' };
};

export function sending(editor: GalleryEditor, method: string, url: string, bodyText: string | null = null): void {
  editor.post({
    type: 'sending',
    method,
    url,
    wireUrl: url.replaceAll(' ', '%20'),
    httpVersion: 'HTTP/1.1',
    headers: [
      ['Host', 'api.example.test'],
      ['Content-Type', 'application/json'],
      ['Authorization', 'Bearer •••'],
      ['User-Agent', 'Req/2.2.0'],
      ['Accept', '*/*'],
      ['Accept-Encoding', 'gzip, deflate, br'],
      ...(bodyText === null ? [] : [['Content-Length', String(bodyText.length)] as const]),
    ],
    added: ['host', 'user-agent', 'accept', 'accept-encoding', 'content-length'],
    bodyText,
    bodySize: bodyText?.length ?? 0,
  });
  editor.post({ type: 'connected', address: '127.0.0.1:443', reused: false, proxy: null, tls: null });
}

export function head(editor: GalleryEditor, status: number, statusText: string, contentType: string, stream: 'sse' | null = null): void {
  editor.post({
    type: 'head',
    at: editor.at,
    status,
    statusText,
    httpVersion: 'HTTP/1.1',
    headers: [
      ['Content-Type', contentType],
      ['Date', 'Sat, 21 Nov 2026 13:45:35 GMT'],
      ['Cache-Control', 'no-store, max-age=0'],
      ['Set-Cookie', 'session=8f14e45fceea167a5a36dedd4bea2543; Path=/; HttpOnly; SameSite=Lax'],
      ['Set-Cookie', 'theme=dark; Path=/'],
      ['X-Odd', 'a\u202egnp.exe\u001b[31m and \u05e9\u05dc\u05d5\u05dd'],
      ['Vary', 'Accept-Encoding'],
    ],
    stream,
  });
}

export function body(
  editor: GalleryEditor,
  view: BodyView,
  contentType: string,
  pretty: Lines,
  raw?: Lines,
  note: string | null = null,
): void {
  const usual = view === 'hex' ? 'hex' : 'raw';
  editor.body(raw === undefined ? { [usual]: pretty } : { pretty, raw });
  const modes = view === 'empty' ? [] : raw === undefined ? ([usual] as const) : (['pretty', 'raw', 'hex'] as const);
  editor.post({
    type: 'body',
    view,
    modes,
    contentType,
    lines: modes[0] === 'pretty' || modes[0] === 'raw' ? null : pretty.total,
    size: 4310,
    note,
    preview: null,
  });
}
