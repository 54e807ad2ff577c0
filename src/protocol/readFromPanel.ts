import { integer, own, string, type Fields } from './fields.ts';
import type { BodyMode, FromPanel } from './messages.ts';
import { readStreamMessage } from './validateStream.ts';
import { isBodyMessage, readBodyMessage } from './validateBody.ts';

const bodyModes: readonly BodyMode[] = ['pretty', 'raw', 'hex', 'preview'];
const longestId = 200;
const longestFile = 4096;
const longestTitle = 1000;
const longestUrl = 100_000;
/** Maximum UTF-16 units of a copied text. */
const longestCopy = 1 << 24;
/** Maximum fields of a form, and UTF-16 units of one value. */
const mostFields = 1000;
const longestAnswer = 1 << 24;
/** Maximum lines or events in one page. */
const largestPage = 1000;
/** Maximum bytes or UTF-16 units in one piece of a preview, and parts of a body. */
const largestPiece = 1 << 20;
const mostParts = 1000;

/**
 * Checks a message from the page. Returns undefined if it is not part of the protocol or a field is out of bounds;
 * unknown fields are dropped.
 */
export function readFromPanel(data: unknown): FromPanel | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const fields = data as Fields;
  const type = own(fields, 'type');
  switch (type) {
    case 'ready': {
      const version = integer(fields, 'version', 0);
      return version === undefined ? undefined : { type, version };
    }
    case 'cancel':
    case 'sendAgain':
    case 'wantFixes':
    case 'wantBytes':
    case 'copyAsCurl':
    case 'copyAsHar':
    case 'copyBody':
    case 'copyChosen':
    case 'saveBody':
    case 'openBody':
    case 'reply':
    case 'compare': {
      const runId = string(fields, 'runId', 1, longestId);
      return runId === undefined ? undefined : { type, runId };
    }
    case 'pin': {
      const pinned = own(fields, 'pinned');
      return typeof pinned === 'boolean' ? { type, pinned } : undefined;
    }
    case 'textShown': {
      const shown = own(fields, 'shown');
      return typeof shown === 'boolean' ? { type, shown } : undefined;
    }
    case 'close':
      return { type };
    case 'applyFix':
    case 'compareTest':
    case 'openSchema':
    case 'makeRequest':
      return readActionMessage(type, fields);
    case 'wantLines':
    case 'wantPreview':
    case 'openOutside':
    case 'copyBytes':
      return readPartMessage(type, fields);
    case 'wantEvents':
    case 'showNewest':
    case 'filterEvents':
    case 'endFilter':
    case 'wantEventLines':
    case 'copyEvent':
    case 'copyEvents':
    case 'saveEvents':
    case 'wantText':
    case 'copyStreamText':
    case 'writeTextPath':
      return readStreamMessage(type, fields);
    case 'copyText': {
      const text = string(fields, 'text', 0, longestCopy);
      return text === undefined ? undefined : { type, text };
    }
    case 'answers':
    case 'notAnswered':
    case 'draft':
      return readFormMessage(type, fields);
    case 'goTo': {
      const file = string(fields, 'file', 1, longestFile);
      const line = integer(fields, 'line', 1);
      const column = integer(fields, 'column', 1);
      return file === undefined || line === undefined || column === undefined ? undefined : { type, file, line, column };
    }
    default:
      return isBodyMessage(type) ? readBodyMessage(type, fields) : undefined;
  }
}

/** A message about a run with more than its id. */
function readActionMessage(type: 'applyFix' | 'compareTest' | 'openSchema' | 'makeRequest', fields: Fields): FromPanel | undefined {
  const runId = string(fields, 'runId', 1, longestId);
  if (runId === undefined) return undefined;
  switch (type) {
    case 'applyFix': {
      const title = string(fields, 'title', 1, longestTitle);
      const problem = own(fields, 'problem') === null ? null : integer(fields, 'problem', 0);
      return title === undefined || problem === undefined ? undefined : { type, runId, problem, title };
    }
    case 'compareTest': {
      const test = integer(fields, 'test', 0);
      return test === undefined ? undefined : { type, runId, test };
    }
    case 'openSchema': {
      const [test, place] = [integer(fields, 'test', 0), integer(fields, 'place', 0)];
      return test === undefined || place === undefined ? undefined : { type, runId, test, place };
    }
    case 'makeRequest': {
      const url = string(fields, 'url', 1, longestUrl);
      return url === undefined ? undefined : { type, runId, url };
    }
  }
}

function readPartMessage(type: 'wantLines' | 'wantPreview' | 'openOutside' | 'copyBytes', fields: Fields): FromPanel | undefined {
  switch (type) {
    case 'wantLines': {
      const page = readPage(fields);
      const mode = bodyModes.find((known) => known === own(fields, 'mode'));
      return page === undefined || mode === undefined ? undefined : { type, mode, ...page };
    }
    case 'wantPreview': {
      const page = readPage(fields, largestPiece);
      const part = integer(fields, 'part', 0, mostParts);
      return page === undefined || part === undefined ? undefined : { type, part, ...page };
    }
    case 'openOutside': {
      const runId = string(fields, 'runId', 1, longestId);
      const part = integer(fields, 'part', 0, mostParts);
      return runId === undefined || part === undefined ? undefined : { type, runId, part };
    }
    case 'copyBytes': {
      const runId = string(fields, 'runId', 1, longestId);
      const [start, end] = [integer(fields, 'start', 0), integer(fields, 'end', 0)];
      const as = own(fields, 'as');
      if (runId === undefined || start === undefined || end === undefined || start > end) return undefined;
      return as === 'hex' || as === 'text' ? { type, runId, start, end, as } : undefined;
    }
  }
}

function readFormMessage(type: 'answers' | 'notAnswered' | 'draft', fields: Fields): FromPanel | undefined {
  const askId = string(fields, 'askId', 1, longestId);
  if (askId === undefined) return undefined;
  switch (type) {
    case 'answers': {
      const values = texts(fields, 'values');
      return values === undefined ? undefined : { type, askId, values };
    }
    case 'notAnswered':
      return { type, askId };
    case 'draft': {
      const field = integer(fields, 'field', 0, mostFields);
      const value = string(fields, 'value', 0, longestAnswer);
      return field === undefined || value === undefined ? undefined : { type, askId, field, value };
    }
  }
}

function readPage(
  fields: Fields,
  largest = largestPage,
): { readonly runId: string; readonly start: number; readonly count: number } | undefined {
  const runId = string(fields, 'runId', 1, longestId);
  const start = integer(fields, 'start', 0);
  const count = integer(fields, 'count', 1, largest);
  return runId === undefined || start === undefined || count === undefined ? undefined : { runId, start, count };
}

function texts(fields: Fields, name: string): readonly string[] | undefined {
  const value = own(fields, name);
  if (!Array.isArray(value) || value.length === 0 || value.length > mostFields) return undefined;
  const all: readonly unknown[] = [...value];
  return all.every((x) => typeof x === 'string' && x.length <= longestAnswer) ? (all as readonly string[]) : undefined;
}
