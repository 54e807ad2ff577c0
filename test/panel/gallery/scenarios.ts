import { certificate, unresolved } from './failures.ts';
import { hexLine } from '../../../src/base/text/hexLine.ts';
import { formatJson } from '../../../src/base/json/jsonFormat.ts';
import type { GalleryEditor } from './editor.ts';
import { answer, asked, chat, growing, retried, thinking, reported, urls } from './facts.ts';
import { body, head, sending, textLines } from './steps.ts';

type Play = (editor: GalleryEditor) => void;

const user = {
  id: 9_007_199_254_740_993n.toString(),
  name: 'Ada Lovelace',
  motto: 'שלום "עולם" <script>alert(1)</script>',
  emoji: '👩‍🚀',
  control: 'bell\u0007 override \u202e here',
  active: true,
  score: 12.5e3,
  manager: null,
  roles: ['owner', 'dev'],
  address: { street: '12 St James’s Square', city: 'London', geo: [51.5074, -0.1278] },
  note: 'A long text that goes on for some time, so that one sees what a line does that is longer than the window is wide. '.repeat(3),
};

function respond(editor: GalleryEditor, text: string, view: 'json' | 'xml', type: string, pretty = formatJson(text)): void {
  head(editor, 200, 'OK', type);
  body(editor, view, type, textLines(pretty), textLines(text));
}

const url = 'https://api.example.test/v2/organisations/acme/users/42?include=roles,address&fields=id,name';

const json: Play = (editor) => {
  editor.start({ method: 'GET', url, environment: 'staging' });
  sending(editor, 'GET', url);
  respond(editor, JSON.stringify(user), 'json', 'application/json; charset=utf-8');
  editor.finish('complete');
};

const tests: Play = (editor) => {
  const sent = '{"name": "Ada", "tags": ["a", "b"], "since": "2026-11-21T13:45:35.000Z", "age": 36}';
  editor.start({ method: 'POST', url: '{{host}}/users', environment: 'dev', name: 'createUser' });
  sending(editor, 'POST', 'http://127.0.0.1:8080/users?dry run=no', sent);
  editor.post({
    type: 'redirect',
    status: 307,
    url: 'https://127.0.0.1:8080/users',
    location: 'http://127.0.0.1:8080/v2/users',
    dropped: ['Authorization', 'X-Api-Key'],
    warnings: ['The redirect leads from https to http: 127.0.0.1:8080 is reached without TLS.'],
    headers: [['Location', '/v2/users']],
    address: '127.0.0.1:8080',
    reused: false,
    timings: { queue: 0.1, dns: 0, connect: 0.6, tls: 0, send: 0.1, firstByte: 3.2, download: 0.1, total: 4.1 },
  });
  editor.post({ type: 'informational', status: 103, statusText: 'Early Hints', headers: [['Link', '</style.css>; rel=preload']] });
  head(editor, 422, 'Unprocessable Content', 'application/problem+json');
  const problem = '{"type":"about:blank","title":"The name is taken","status":422}';
  body(editor, 'json', 'application/problem+json', textLines(formatJson(problem)), textLines(problem));
  editor.post({ type: 'trailers', headers: [['Server-Timing', 'db;dur=2.4']] });
  editor.post({
    type: 'tests',
    tests: [
      { name: 'status == 201', passed: false, message: 'expected 201\nactual   422', line: 24 },
      { name: 'body.name == "Ada"', passed: false, message: 'body has no "name" (it has type, title, status)', line: 25 },
      { name: 'answers in JSON', passed: true, message: null, line: 28 },
      { name: 'duration < 500', passed: true, message: null, line: null },
    ],
  });
  editor.post({
    type: 'console',
    lines: [
      { at: 1.2, level: 'log', text: 'user {\n  "name": "Ada",\n  "tags": ["a", "b"]\n}' },
      { at: 2, level: 'info', text: 'sending' },
      { at: 48, level: 'warn', text: 'setVar("userId"): the response has no id \u001b[2J' },
      { at: 49, level: 'error', text: 'TypeError: cannot read property id of undefined\n    at users.req:31' },
    ],
  });
  editor.finish('complete');
};

const huge: Play = (editor) => {
  editor.start({ method: 'GET', url: 'https://api.example.test/export' });
  sending(editor, 'GET', 'https://api.example.test/export');
  head(editor, 200, 'OK', 'application/json');
  body(
    editor,
    'json',
    'application/json',
    {
      total: 2_000_000,
      line: (i) => (i === 0 ? '[' : i === 1_999_999 ? ']' : `  { "id": ${i}, "name": "row ${i}", "even": ${i % 2 === 0} },`),
    },
    { total: 1, line: () => '[{"id":1,'.padEnd(10_000, '"x":1,') },
    'Lines longer than 10,000 characters are cut; Save and Copy take all.',
  );
  editor.finish('complete', { sizes: { headers: 240, body: 21_000_000, bodyDecoded: 104_857_600 } });
};

const failed: Play = (editor) => {
  editor.start({ method: 'GET', url: 'http://127.0.0.1:9/users' });
  sending(editor, 'GET', 'http://127.0.0.1:9/users');
  editor.finish('failed', {
    failure: {
      kind: 'network',
      message: 'Nothing listens on 127.0.0.1:9 (connection refused).',
      hint: 'Start the server, or check the host and port: {{host}} is "http://127.0.0.1:9", from users.req:3.',
      at: { file: '/home/ada/shop/users.req', line: 12, column: 5 },
    },
  });
};

const cutOff: Play = (editor) => {
  editor.start({ method: 'GET', url });
  sending(editor, 'GET', url);
  head(editor, 200, 'OK', 'text/plain');
  body(
    editor,
    'text',
    'text/plain',
    textLines('the first line\nthe second, which is cut o'),
    undefined,
    'The response broke off after 40 of 4,310 bytes.',
  );
  editor.finish('failed', {
    failure: { kind: 'network', message: 'The server closed the connection in the middle of the body.', hint: null, at: null },
  });
};

const unreadable: Play = (editor) => {
  editor.start({ method: 'GET', url: 'http://127.0.0.1:8080/users' });
  sending(editor, 'GET', 'http://127.0.0.1:8080/users');
  const came = 'HTTP/1.1 200 OK\r\nServer: nut/0.3\r\nX-Trace';
  editor.finish('failed', {
    failure: {
      kind: 'protocol',
      message: `The response of 127.0.0.1:8080 is not valid HTTP/1.1: Invalid header token, at byte ${came.length + 1}.`,
      hint: null,
      at: { file: '/home/ada/shop/users.req', line: 12, column: 5 },
      received: { text: `${came}\u0001Id: 7f3a\r\nContent-Length: 2\r\n\r\n[]`, wrongAt: came.length },
    },
  });
};

const stream =
  (perSecond: number): Play =>
  (editor) => {
    editor.start({ method: 'GET', url: 'https://api.example.test/feed', name: 'feed' });
    sending(editor, 'GET', 'https://api.example.test/feed');
    head(editor, 200, 'OK', 'text/event-stream', 'sse');
    let n = 0;
    editor.every(1000 / Math.min(perSecond, 30), () => {
      for (const until = (editor.at / 1000) * perSecond; n < until; n++) {
        const type = ['message', 'price', 'order.created'][n % 3] ?? '';
        editor.event(`{"n":${n},"symbol":"ACME","price":${(100 + Math.sin(n / 50) * 10).toFixed(2)},"at":"2026-11-21T13:45:35Z"}`, {
          event: type,
          id: String(n),
        });
      }
      editor.flush();
    });
  };

const llm: Play = (editor) => {
  const words = 'Streaming answers come token by token, so the panel shows each delta as it stands on the wire.'.split(' ');
  editor.start({ method: 'POST', url: 'https://llm.example.test/v1/chat/completions', name: 'chat', environment: 'dev' });
  sending(editor, 'POST', 'https://llm.example.test/v1/chat/completions', '{"model":"small","stream":true}');
  head(editor, 200, 'OK', 'text/event-stream', 'sse');
  for (const word of words) editor.event(`{"id":"c1","choices":[{"index":0,"delta":{"content":"${word} "}}]}`);
  editor.event('multi\nline\ndata', { event: 'ping' });
  editor.event('{"half": ', { complete: false });
  editor.finish('complete');
};

const longStream: Play = (editor) => {
  editor.start({ method: 'GET', url: 'https://api.example.test/feed', name: 'feed' });
  sending(editor, 'GET', 'https://api.example.test/feed');
  head(editor, 200, 'OK', 'text/event-stream', 'sse');
  for (let n = 0; n < 500_000; n++) editor.event(`event ${n}`, { at: n });
  editor.finish('complete');
};

const image: Play = (editor) => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="teal"/><circle cx="320" cy="200" r="120" fill="gold"/></svg>';
  editor.start({ method: 'GET', url: 'https://api.example.test/logo.svg' });
  sending(editor, 'GET', 'https://api.example.test/logo.svg');
  head(editor, 200, 'OK', 'image/svg+xml');
  editor.picture = new TextEncoder().encode(svg);
  const content = { kind: 'image', mediaType: 'image/svg+xml', language: 'xml', size: svg.length, note: null, detail: null } as const;
  editor.post({
    type: 'body',
    view: 'xml',
    modes: ['preview', 'raw'],
    contentType: 'image/svg+xml',
    lines: 0,
    size: svg.length,
    note: null,
    preview: { content, parts: [] },
  });
  editor.finish('complete');
};

const hex: Play = (editor) => {
  editor.start({ method: 'GET', url: 'https://api.example.test/archive.bin' });
  sending(editor, 'GET', 'https://api.example.test/archive.bin');
  head(editor, 206, 'Partial Content', 'application/octet-stream');
  const line = (i: number): string => {
    const bytes = Uint8Array.from({ length: 16 }, (_, j) => (i * 31 + j * 17) % 256);
    return hexLine(i * 16, bytes, (j) => i === 2 && j < 7);
  };
  body(editor, 'hex', 'application/octet-stream', { total: 5000, line });
  editor.finish('complete');
};

const xml: Play = (editor) => {
  editor.start({ method: 'GET', url: 'https://api.example.test/feed.xml' });
  sending(editor, 'GET', 'https://api.example.test/feed.xml');
  const text = `<?xml version="1.0"?>\n<!-- of the week -->\n<feed xmlns="http://www.w3.org/2005/Atom" lang='en'>\n  <title>News &amp; views</title>\n  <entry id="1"/>\n  <script><![CDATA[if (a < b) c();]]></script>\n</feed>`;
  respond(editor, text, 'xml', 'application/atom+xml', text);
  editor.finish('complete');
};

const empty: Play = (editor) => {
  editor.start({ method: 'DELETE', url });
  sending(editor, 'DELETE', url);
  head(editor, 204, 'No Content', '');
  body(editor, 'empty', '', textLines(''));
  editor.finish('complete', { sizes: { headers: 100, body: 0, bodyDecoded: 0 } });
};

const waiting: Play = (editor) => {
  editor.start({ method: 'GET', url: 'https://api.example.test/slow', environment: 'dev' });
  sending(editor, 'GET', 'https://api.example.test/slow');
};

const refused: Play = (editor) => {
  json(editor);
  editor.post({ type: 'error', message: 'The body could not be saved: the disk is full.' });
};

/** A preview of a body of several parts. */
const parts: Play = (editor) => {
  editor.start({ method: 'GET', url: 'https://api.example.test/parts' });
  sending(editor, 'GET', 'https://api.example.test/parts');
  head(editor, 200, 'OK', 'multipart/mixed; boundary=b');
  editor.picture = new TextEncoder().encode('{"a": 1, "b": [true, null]}');
  const of = { language: 'json', size: 27, note: null, detail: null } as const;
  const part = (name: string | null, mediaType: string, kind: 'text' | 'bytes' | 'html', note: string | null = null) => ({
    headers: [
      ['Content-Type', mediaType],
      ['Content-Disposition', `form-data; name="${name ?? ''}"`],
    ] as const,
    name,
    content: { ...of, mediaType, kind, note },
  });
  editor.post({
    type: 'body',
    view: 'hex',
    modes: ['preview', 'raw', 'hex'],
    contentType: 'multipart/mixed; boundary=b',
    lines: 12,
    size: 4310,
    note: null,
    preview: {
      content: { ...of, kind: 'multipart', mediaType: 'multipart/mixed', language: 'plain' },
      parts: [
        part('user', 'application/json', 'text'),
        part('a file whose name is long, so long that it does not stand in one line.bin', 'application/octet-stream', 'bytes'),
        part('page', 'text/html', 'html', 'Looks like HTML, was sent as text/plain.'),
      ],
    },
  });
  editor.finish('complete');
};

export const scenarios: Readonly<Record<string, Play>> = {
  json,
  tests,
  huge,
  failed,
  unreadable,
  unresolved,
  certificate,
  cutOff,
  slowStream: stream(20),
  fastStream: stream(5000),
  llm,
  longStream,
  image,
  hex,
  xml,
  empty,
  waiting,
  refused,
  reported,
  retried,
  answer,
  thinking,
  chat,
  growing,
  urls,
  asked,
  parts,
  nothing: () => undefined,
};
