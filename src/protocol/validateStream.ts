import { boolean, integer, oneOf, own, string, type Fields } from './fields.ts';
import type { StreamFilter, StreamFromPanel } from './streamMessages.ts';

/** Maximum rows of a page, and types in a filter. */
const largestPage = 1000;
const mostTypes = 1000;
/** Maximum UTF-16 units of an id, a type, a search text and a path. */
const longestId = 200;
const longestType = 1000;
const longestQuery = 10_000;
const longestPath = 1000;

/** Checks a message about a stream. Returns undefined if it is invalid or a field is out of bounds. */
export function readStreamMessage(type: StreamFromPanel['type'], fields: Fields): StreamFromPanel | undefined {
  const runId = string(fields, 'runId', 1, longestId);
  if (runId === undefined) return undefined;
  switch (type) {
    case 'wantEvents': {
      const page = readPage(fields);
      const view = integer(fields, 'view', 0);
      return page === undefined || view === undefined ? undefined : { type, runId, view, ...page };
    }
    case 'showNewest': {
      const count = integer(fields, 'count', 0, largestPage);
      return count === undefined ? undefined : { type, runId, count };
    }
    case 'filterEvents': {
      const view = integer(fields, 'view', 1);
      const filter = readFilter(own(fields, 'filter'));
      const near = orNull(fields, 'near', () => integer(fields, 'near', 0));
      return view === undefined || filter === undefined || near === undefined ? undefined : { type, runId, view, filter, near };
    }
    case 'endFilter':
      return { type, runId };
    case 'wantEventLines': {
      const page = readPage(fields);
      const index = integer(fields, 'index', 0);
      const mode = oneOf(fields, 'mode', ['pretty', 'raw']);
      return page === undefined || index === undefined || mode === undefined ? undefined : { type, runId, index, mode, ...page };
    }
    case 'copyEvent': {
      const index = integer(fields, 'index', 0);
      const as = oneOf(fields, 'as', ['data', 'json']);
      return index === undefined || as === undefined ? undefined : { type, runId, index, as };
    }
    case 'copyEvents': {
      const view = integer(fields, 'view', 0);
      return view === undefined ? undefined : { type, runId, view };
    }
    case 'saveEvents': {
      const view = integer(fields, 'view', 0);
      const as = oneOf(fields, 'as', ['jsonl', 'bytes']);
      return view === undefined || as === undefined ? undefined : { type, runId, view, as };
    }
    case 'wantText': {
      const wanted = boolean(fields, 'wanted');
      const path = orNull(fields, 'path', () => string(fields, 'path', 1, longestPath));
      return wanted === undefined || path === undefined ? undefined : { type, runId, wanted, path };
    }
    case 'copyStreamText': {
      const part = oneOf(fields, 'part', ['text', 'reasoning', 'toolCall']);
      const index = integer(fields, 'index', 0);
      return part === undefined || index === undefined ? undefined : { type, runId, part, index };
    }
    case 'writeTextPath': {
      const path = string(fields, 'path', 1, longestPath);
      return path === undefined ? undefined : { type, runId, path };
    }
  }
}

/** Checks a filter. Returns undefined if it is invalid or out of bounds. */
export function readFilter(data: unknown): StreamFilter | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const fields = data as Fields;
  const types = orNull(fields, 'types', () => readTypes(own(fields, 'types')));
  const query = orNull(fields, 'query', () => readQuery(own(fields, 'query')));
  const comments = boolean(fields, 'comments');
  return types === undefined || query === undefined || comments === undefined ? undefined : { types, query, comments };
}

function readTypes(data: unknown): readonly string[] | undefined {
  if (!Array.isArray(data) || data.length > mostTypes) return undefined;
  const all: readonly unknown[] = [...data];
  return all.every((x) => typeof x === 'string' && x.length <= longestType) ? (all as readonly string[]) : undefined;
}

function readQuery(data: unknown): StreamFilter['query'] | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const fields = data as Fields;
  const text = string(fields, 'text', 1, longestQuery);
  const regex = boolean(fields, 'regex');
  const matchCase = boolean(fields, 'matchCase');
  return text === undefined || regex === undefined || matchCase === undefined ? undefined : { text, regex, matchCase };
}

function readPage(fields: Fields): { readonly start: number; readonly count: number } | undefined {
  const start = integer(fields, 'start', 0);
  const count = integer(fields, 'count', 1, largestPage);
  return start === undefined || count === undefined ? undefined : { start, count };
}

/** Null if the field is null, otherwise what `read` returns. */
function orNull<T>(fields: Fields, name: string, read: () => T | undefined): T | null | undefined {
  return own(fields, name) === null ? null : read();
}
