import type { StreamEvent } from '../../ports/events.ts';
import type { ApiJob, ResponseId } from '../thread/workerMessages.ts';
import { createHeaders, type Headers } from './apiHeaders.ts';
import type { Ask } from './hostFunction.ts';
import { printAs } from './inspect.ts';
import type { Look } from './looks.ts';
import {
  append,
  charCodeAt,
  freeze,
  indexOf,
  jsonParse,
  RangeErrorCtor,
  reflectDefine,
  regExpExec,
  slice,
  SyntaxErrorCtor,
  toLowerCase,
  trim,
  TypeErrorCtor,
} from './primordials.ts';
import { decode } from './apiValues.ts';
import { words } from './chaiWords.ts';

const charsetParameter = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;

/**
 * The global `response`, or the result of `tool.send`. Text and parsed body are fetched on first access.
 * @param look reports what the script reads; absent for a response that need not be reported
 */
export function createResponse(given: NonNullable<ApiJob['response']>, ask: Ask, of: ResponseId, look: Look = () => {}): object {
  let made: Headers | undefined;
  const headers = (): object => (made ??= createHeaders(given.headers, false)).view;
  const events: object[] = [];
  for (let i = 0; i < given.events.length; i++) {
    append(events, seenEvent(given.events[i] as StreamEvent));
  }

  const { readText, readJson } = createBodyReader(ask, of, look);
  const contentType = contentTypeOf(given.headers);
  const { status, statusText, size, duration } = given;
  const view = {
    status,
    get statusText() {
      look('response');
      return statusText;
    },
    get headers() {
      look('response');
      return headers();
    },
    get body() {
      const found = readJson();
      return found === undefined ? readText() : found.value;
    },
    get text() {
      look('response');
      return given.joinedText ?? readText();
    },
    size,
    duration,
    get events() {
      look('response');
      return events;
    },
    contentType,
  };
  reflectDefine(view, 'json', {
    __proto__: null,
    value: () => {
      const found = readJson();
      if (found === undefined) throw new TypeErrorCtor('the response is not JSON');
      return found.value;
    },
  } as PropertyDescriptor);
  const shownBody = (): unknown => {
    try {
      return view.body;
    } catch {
      return view.text;
    }
  };
  printAs(view, () => ({
    status,
    statusText: view.statusText,
    headers: headers(),
    body: shownBody(),
    size,
    duration,
    events,
    contentType,
  }));
  return freeze(view);
}

interface BodyReader {
  readonly readText: () => string;
  /** Parsed once, so every read of `response.body` returns the same object. Undefined if the body is not JSON. */
  readonly readJson: () => { readonly value: unknown } | undefined;
}

function createBodyReader(ask: Ask, of: ResponseId, look: Look): BodyReader {
  let text: string | undefined;
  const readText = (): string => {
    look('response');
    return (text ??= ask({ op: 'responseText', of }) as string);
  };

  /** Throws for JSON that is nested too deeply: as text, it would have other members. */
  const unread = (): undefined => {
    const problem = ask({ op: 'nestingProblem', of });
    if (typeof problem === 'string') throw new RangeErrorCtor(words`the body cannot be read: ${problem}. response.text is its text`);
    return undefined;
  };
  let parsed: { readonly value: unknown } | undefined;
  const readJson = (): { readonly value: unknown } | undefined => {
    if (parsed !== undefined) return parsed;
    look('response');
    const exact = ask({ op: 'exactJson', of });
    if (exact === undefined) return unread();
    if (exact !== null) {
      parsed = { value: decode(exact) };
      return parsed;
    }
    const source = readText();
    try {
      parsed = { value: jsonParse(charCodeAt(source, 0) === 0xfeff ? slice(source, 1) : source) };
    } catch (e) {
      if (!(e instanceof SyntaxErrorCtor)) throw e;
      return unread();
    }
    return parsed;
  };
  return { readText, readJson };
}

/** The members of an event that scripts can read. */
export function seenEvent({ event, data, id, retry, at }: StreamEvent): object {
  return { event, data, id, retry, at };
}

function contentTypeOf(headers: NonNullable<ApiJob['response']>['headers']): {
  readonly mimeType: string;
  readonly charset: string | null;
} {
  let value = '';
  for (let i = 0; i < headers.length; i++) {
    const header = headers[i];
    if (header !== undefined && toLowerCase(header[0]) === 'content-type') value = header[1];
  }
  const end = indexOf(value, ';');
  const charset = regExpExec(charsetParameter, value);
  return {
    mimeType: toLowerCase(trim(end < 0 ? value : slice(value, 0, end))),
    charset: charset === null ? null : (charset[1] ?? charset[2] ?? null),
  };
}
