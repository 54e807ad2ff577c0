import { onlyText } from './literals.ts';
import type { Writer } from './model.ts';

const pair = ([name, value]: readonly [string, string]): object => ({ name, value });

/** HTTP Archive 1.2. Nothing was answered: the response has the status 0, as browsers write it. */
export const writeHar: Writer = (requests, note) => {
  const entries = requests.map((r) => {
    const { method, wireUrl, body } = r.resolved;
    const { headers, httpVersion } = r.sent;
    const valueOf = (name: string): string => headers.find(([n]) => n.toLowerCase() === name)?.[1] ?? '';
    const text = onlyText(body);
    if (text === undefined) note(r, 'HAR holds texts alone: the body of files is left out.');
    const query = /\?([^#]*)/.exec(wireUrl)?.[1] ?? '';
    const size = new TextEncoder().encode(text).length;
    const message = { httpVersion: `HTTP/${httpVersion}`, cookies: [], headersSize: -1 };
    return {
      startedDateTime: '1970-01-01T00:00:00.000Z',
      time: 0,
      request: {
        method,
        url: wireUrl,
        ...message,
        headers: headers.map(pair),
        queryString:
          query === '' ? [] : query.split('&').map((q) => pair([decoded(q.replace(/=[^]*$/, '')), decoded(/=([^]*)$/.exec(q)?.[1] ?? '')])),
        ...(body.length === 0 ? {} : { postData: { mimeType: valueOf('content-type'), params: [], text: text ?? '' } }),
        bodySize: text === undefined ? -1 : size,
      },
      response: { status: 0, statusText: '', ...message, headers: [], content: { size: 0, mimeType: '' }, redirectURL: '', bodySize: -1 },
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
      comment: r.title,
    };
  });
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'Req', version: '' }, entries } }, null, 2);
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
