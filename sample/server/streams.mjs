import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { numberFrom } from './answer.mjs';

/**
 * Writes pieces one by one, `rate` a second (0: as fast as they are read), at the pace of the reader: memory stays flat
 * however long the stream is. Ends quietly when the reader goes.
 */
export async function writeStream(response, type, pieces, rate) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.flushHeaders();
  if (response.req.method === 'HEAD') return void response.end();
  try {
    for (const piece of pieces) {
      if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal });
      if (rate > 0) await sleep(1000 / rate, undefined, { signal: gone.signal });
      if (gone.signal.aborted) return;
    }
    response.end();
  } catch (error) {
    if (error.name !== 'AbortError') throw error;
  }
}

/** One block of an event stream (WHATWG HTML §9.2): a `data` line for each line of the text. */
export function eventBlock({ comment, id, event, retry, data }) {
  const lines = [];
  if (comment !== undefined) lines.push(`: ${comment}`);
  if (retry !== undefined) lines.push(`retry: ${retry}`);
  if (id !== undefined) lines.push(`id: ${id}`);
  if (event !== undefined) lines.push(`event: ${event}`);
  if (data !== undefined) lines.push(...data.split('\n').map((line) => `data: ${line}`));
  return `${lines.join('\n')}\n\n`;
}

/** One event a second that never ends: `?rate=` events a second, `?count=` of them. */
export const streamRoutes = (users) => ({
  '/events': {
    GET: (request, response, { query }) => writeStream(response, 'text/event-stream', events(request, query), numberFrom(query, 'rate', 1)),
  },

  '/users/:id/feed': {
    GET(request, response, { parameters, query }) {
      const user = users.get(parameters.id);
      return writeStream(response, 'text/event-stream', feed(request, query, user), numberFrom(query, 'rate', 1));
    },
  },

  '/ndjson': {
    GET: (request, response, { query }) => writeStream(response, 'application/x-ndjson', squares(query), numberFrom(query, 'rate', 1)),
  },
});

/** Where `Last-Event-ID` says that the reader left off. */
function firstIndex(request) {
  const last = Number(request.headers['last-event-id'] ?? 0);
  return Number.isSafeInteger(last) && last > 0 ? last + 1 : 1;
}

function* events(request, query) {
  const first = firstIndex(request);
  const count = numberFrom(query, 'count', Infinity);
  for (let id = first; id < first + count; id++) {
    yield eventBlock({
      ...(id === first && { comment: 'welcome to the stream', retry: 3000 }),
      ...(id % 10 === 0 && { comment: 'still here' }),
      ...eventOf(id),
      id,
    });
  }
}

function eventOf(id) {
  const now = new Date().toISOString();
  switch (id % 4) {
    case 1:
      return { data: JSON.stringify({ tick: id, now }) };
    case 2:
      return { event: 'weather', data: JSON.stringify({ place: 'Reykjavík', celsius: (id * 7) % 23, now }) };
    case 3:
      return { event: 'note', data: `Event ${id} has\nthree lines\nof text.` };
    default:
      return { event: 'price', data: JSON.stringify({ symbol: 'REQ', price: 100 + ((id * 37) % 50) / 10, now }) };
  }
}

const doings = ['signed in', 'read a page', 'wrote a comment', 'liked a comment'];

function* feed(request, query, user) {
  const first = firstIndex(request);
  const count = numberFrom(query, 'count', Infinity);
  for (let id = first; id < first + count; id++) {
    const doing = doings[(id - 1) % doings.length];
    yield eventBlock({
      ...(id === first && { comment: `the feed of user ${user.id}`, retry: 3000 }),
      id,
      event: 'activity',
      data: JSON.stringify({ user: { id: user.id, name: user.name }, doing, at: new Date().toISOString() }),
    });
  }
}

function* squares(query) {
  const count = numberFrom(query, 'count', 10);
  for (let line = 1; line <= count; line++) yield `${JSON.stringify({ line, of: count, square: line * line })}\n`;
}
