import type { GalleryEditor } from './editor.ts';
import { body, textLines } from './steps.ts';

const url = 'https://api.example.test/notes/7';

function sent(editor: GalleryEditor, stream: 'sse' | null): void {
  editor.start({ method: 'PUT', url, name: 'note' });
  editor.post({ type: 'script', phase: 'pre-request', file: '/home/ada/shop/users.req', line: 3, start: 0, duration: 2 });
  editor.post({ type: 'needed', name: 'login', by: 'ref', status: '200', start: 2, duration: 5 });
  editor.post({
    type: 'sending',
    method: 'PUT',
    url,
    wireUrl: url,
    httpVersion: 'HTTP/1.1',
    headers: [['Host', 'api.example.test']],
    added: ['host'],
    bodyText: null,
    bodySize: 2000,
  });
  editor.post({
    type: 'connected',
    address: '127.0.0.1:443',
    reused: true,
    proxy: 'http://proxy.example.test:3128',
    tls: {
      version: 'TLSv1.3',
      cipher: 'AES',
      verified: false,
      problem: 'self-signed',
      chain: [
        { subject: 'CN=a', issuer: 'CN=b', names: ['a.test'], validFrom: '2020-01-01', validTo: '2021-01-01', fingerprint: 'AB:CD' },
        { subject: 'CN=b', issuer: 'CN=b', names: [], validFrom: '2020-01-01', validTo: '2120-01-01', fingerprint: 'EF:01' },
      ],
    },
  });
  editor.post({ type: 'head', at: editor.at, status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', headers: [], stream });
}

/** Posts everything about a response except the response itself. */
export function reported(editor: GalleryEditor): void {
  sent(editor, null);
  const at = { file: '/home/ada/shop/users.req', line: 9 };
  const substitution = { placeholder: '{{id}}', line: 12, text: '7', from: 'variable of the file', at };
  editor.post({ type: 'substituted', substitutions: [substitution], more: 2 });
  const lines = (changed: string): string => Array.from({ length: 20 }, (_, i) => (i === 10 ? changed : `line ${i}`)).join('\n');
  const tests = [
    { name: 'snapshot', passed: false, message: null, line: 7, expected: lines('old'), actual: lines('new') },
    { name: 'status', passed: false, message: null, line: 8, expected: '200', actual: '404' },
  ];
  editor.post({ type: 'tests', tests });
  const log = { at: 1, level: 'log' as const, text: 'again' };
  editor.post({ type: 'console', lines: [log, log, { ...log, text: '{ a: 1 }', values: '[{"$object":[["a",1]]}]' }] });
  editor.finish('complete');
}

/** A model in its reasoning until the window receives the event `answer`. */
export function thinking(editor: GalleryEditor): void {
  sent(editor, 'sse');
  editor.post({ type: 'chat' });
  editor.event('{"choices":[{"index":0,"delta":{"content":"Three"}}]}', { text: 'Three' });
  editor.flush();
  const text = (whole: string): void =>
    editor.post({
      type: 'streamText',
      text: { keep: 0, text: whole },
      reasoning: { keep: 0, text: 'First I count the letters.' },
      toolCalls: [],
      facts: {
        format: 'openai-chat',
        path: 'choices[0].delta.content',
        source: 'known',
        usage: null,
        finishReason: null,
        events: 1,
        firstEventAt: 2,
        firstTextAt: null,
        lastAt: 3,
        eventsPerSecond: null,
        cut: false,
      },
      behind: 0,
    });
  let joined = '';
  editor.postText = () => text(joined);
  window.addEventListener('answer', () => {
    joined = 'Three.';
    text(joined);
  });
}

/** A model's reply with all its token counts. */
export function answer(editor: GalleryEditor): void {
  sent(editor, 'sse');
  for (let i = 0; i < 5; i++)
    editor.event(`{"n":${i}}`, { delta: 900, isGap: i === 3, id: String(i), event: i === 4 ? 'done' : 'message' });
  editor.flush();
  const types = [
    { name: 'message', count: 4 },
    { name: 'done', count: 1 },
  ];
  const gaps = [{ index: 3, at: 40 }];
  editor.post({ type: 'eventStats', stats: { types, moreTypes: 2, counts: [1, 4], span: 50, start: 0, gaps, gapCount: 1, comments: 3 } });
  editor.post({
    type: 'streamText',
    text: { keep: 0, text: 'Hello **you**, see [it](http://example.test).\n\n```js\nlet a;\n```\n\n- [x] one\n\n|a|b|\n|-|-|\n|1|2|' },
    reasoning: { keep: 0, text: 'hm' },
    toolCalls: [{ index: 0, id: 'c1', name: 'add', arguments: '{"a":1}', size: 7 }],
    facts: {
      format: 'openai-chat',
      path: '$.a',
      source: 'known',
      usage: { input: 3, output: 40, total: 43 },
      finishReason: 'stop',
      events: 5,
      firstEventAt: 2,
      firstTextAt: 3,
      lastAt: 900,
      eventsPerSecond: 5,
      cut: true,
    },
    behind: 2,
  });
  editor.finish('ended');
}

/** Two failed attempts before the successful one, by a server whose certificate is not checked. */
export function retried(editor: GalleryEditor): void {
  const none = { queue: 0.1, dns: 0, connect: 0, tls: 0, send: 0.2, firstByte: 0, download: 0, total: 20 };
  editor.start({ method: 'PUT', url, name: 'note', environment: 'staging' });
  editor.post({ type: 'script', phase: 'pre-request', file: '/home/ada/shop/users.req', line: 3, start: 0, duration: 2 });
  editor.post({ type: 'needed', name: 'login', by: 'ref', status: '200', start: 2, duration: 5 });
  const sending = {
    type: 'sending',
    method: 'PUT',
    url,
    wireUrl: url,
    httpVersion: 'HTTP/1.1',
    head: 'PUT /notes/7 HTTP/1.1\r\nHost: api.example.test\r\nContent-Length: 16\r\n\r\n',
    headers: [
      ['Host', 'api.example.test'],
      ['Content-Length', '16'],
    ],
    added: ['host', 'content-length'],
    bodyText: '{"title":"note"}',
    bodySize: 16,
  } as const;
  const said = { type: 'hop', why: 'retry' } as const;
  editor.post({ ...sending, at: 8 });
  editor.post({
    ...said,
    at: 30,
    status: 503,
    text: 'The server answered 503: tried again in 20 ms.',
    timings: { ...none, connect: 2, firstByte: 18 },
  });
  editor.post({ ...sending, at: 50 });
  editor.post({
    ...said,
    at: 80,
    status: null,
    text: 'The server closed the connection without an answer: tried again in 40 ms.',
    timings: none,
  });
  editor.post({ ...sending, at: 120 });
  editor.post({
    type: 'connected',
    address: '192.0.2.7:443',
    reused: false,
    proxy: null,
    tls: {
      version: 'TLSv1.2',
      cipher: 'ECDHE-RSA-AES128-GCM-SHA256',
      verified: false,
      problem: 'the certificate is signed by itself',
      chain: [
        {
          subject: 'CN=api.example.test, O=Example',
          issuer: 'CN=api.example.test, O=Example',
          names: ['api.example.test', '*.example.test'],
          validFrom: '2026-01-01T00:00:00Z',
          validTo: '2026-12-01T00:00:00Z',
          fingerprint: Array.from({ length: 32 }, (_, i) => (i * 7).toString(16).padStart(2, '0')).join(':'),
        },
      ],
    },
  });
  editor.post({ type: 'head', at: 160, status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', headers: [], stream: null });
  editor.post({ type: 'script', phase: 'response', file: '/home/ada/shop/users.req', line: 20, start: 170, duration: 4 });
  editor.post({ type: 'script', phase: 'assertions', file: '/home/ada/shop/users.req', line: 26, start: 174, duration: 1 });
  editor.finish('complete', {
    timings: { queue: 0.2, dns: 1.2, connect: 3.1, tls: 11.4, send: 0.4, firstByte: 22, download: 6, total: 180 },
  });
}

export function asked(editor: GalleryEditor): void {
  const field = { label: 'Which user?', detail: '{{user}}', hidden: false, required: true, value: '' };
  const secret = {
    label: 'The password of the account that the tests of the shop use',
    detail: '{{$prompt "password" hidden}}',
    hidden: true,
    required: true,
    value: '',
  };
  const kept = { label: 'Note', detail: '{{note}}', hidden: false, required: false, value: 'as last time' };
  editor.post({ type: 'ask', askId: 'a', title: 'GET /users', sends: true, fields: [field, secret, kept] });
}

/** A text with a URL, not complete yet. */
export function growing(editor: GalleryEditor): void {
  sent(editor, null);
  editor.post({ type: 'liveText' });
  const lines = Array.from({ length: 6 }, (_, i) => `12:00:0${i} step ${i} of the build is done, see http://example.test/steps/${i}`);
  const facts = {
    format: 'data',
    path: null,
    source: 'body',
    usage: null,
    finishReason: null,
    events: 6,
    firstEventAt: 0,
    firstTextAt: 0,
    lastAt: 0,
    eventsPerSecond: null,
    cut: false,
  } as const;
  const text = { keep: 0, text: `${lines.join('\n')}\n` };
  editor.postText = () => editor.post({ type: 'streamText', text, reasoning: { keep: 0, text: '' }, toolCalls: [], facts, behind: 0 });
}

/** A text with URLs. */
export function urls(editor: GalleryEditor): void {
  sent(editor, null);
  const text = textLines(
    'The next page is http://example.test/users?page=2.\nThe first one: https://example.test/users (all of them)\nNo more.',
  );
  body(editor, 'text', 'text/plain', text, text);
  editor.finish('complete');
}

/** A model's reply that the user can reply to. */
export function chat(editor: GalleryEditor): void {
  answer(editor);
  editor.post({ type: 'chat' });
}
