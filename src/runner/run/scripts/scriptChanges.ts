import { parseJson } from '../../../base/json/json.ts';
import { isArrayValue, isObjectValue, type Value } from '../../../base/values/value.ts';
import { knownMethods, secretTexts, templateOfText } from '../../../language/index.ts';
import type { StoredVariable } from '../../ports/host.ts';
import type { PartsToHide } from '../permissions/hiddenParts.ts';
import type { RawRequest, ScriptRequest } from '../../script/scriptTypes.ts';
import { longestText, shortestText, urlDelimiter, type IsOpen } from './openTexts.ts';

/** Maximum number of texts of one value that are masked everywhere. */
const mostTexts = 200;

type Sent = Omit<ScriptRequest, 'name'>;
type Made = Required<Pick<StoredVariable, 'made' | 'madeMore'>>;

/** Texts to mask in a value that a script set after it read a secret. */
export function textsToMask(value: Value): Made {
  const made: string[] = [];
  let madeMore = false;
  for (const text of secretTexts(value)) {
    if (made.length < mostTexts && text.length <= longestText) made.push(text);
    else madeMore = true;
    if (madeMore && made.length === mostTexts) break;
  }
  return { made, madeMore };
}

/** The parts of a request that a script changed after it read a secret. */
export interface ScriptChanges {
  readonly isChanged: boolean;
  /** Masked wherever they occur. */
  readonly texts: ReadonlySet<string>;
  /** Changed parts in which the mask would not find all text that the script wrote. */
  readonly hidden: PartsToHide;
}

/** How the changes of a script are read. */
export interface Reading {
  /** Whether a name or key is a literal of the script, and so contains no secret. */
  readonly isWritten: (text: string) => boolean;
  /**
   * Whether any text that is too short for the mask hides its part. If not, only as many of them as could form a text that it would find.
   */
  readonly isStrict: boolean;
  readonly isOpen: IsOpen;
}

type Part = keyof PartsToHide;

/** Collects the changes of one script. */
class Changes {
  readonly texts = new Set<string>();
  readonly hidden = { url: false, headers: false, body: false };
  readonly #short = { url: 0, headers: 0, body: 0 };
  readonly #isOpen: IsOpen;

  constructor(isOpen: IsOpen) {
    this.#isOpen = isOpen;
  }

  add(part: Part, text: string): void {
    const trimmed = text.trim();
    if (trimmed === '' || this.#isOpen(trimmed)) return;
    if (trimmed.length > longestText || this.texts.size === mostTexts) this.hidden[part] = true;
    else this.texts.add(trimmed);
    if (trimmed.length < shortestText) this.#short[part] += trimmed.length;
  }

  hideShort(isStrict: boolean): void {
    const all = this.#short.url + this.#short.headers + this.#short.body;
    if (all < (isStrict ? 1 : shortestText)) return;
    for (const part of ['url', 'headers', 'body'] as const) this.hidden[part] ||= this.#short[part] > 0;
  }
}

export function scriptChanges(before: Sent, after: Sent, { isWritten, isStrict, isOpen }: Reading): ScriptChanges {
  const changes = new Changes(isOpen);
  const { method, url, headers, body } = after;
  const old = new Set(before.headers.map(headerText));
  const isChanged =
    method !== before.method ||
    url !== before.url ||
    body !== before.body ||
    headers.length !== old.size ||
    headers.some((header) => !old.has(headerText(header)));
  if (method !== before.method && !knownMethods.has(method) && !isWritten(method)) changes.add('url', method);
  const oldNames = new Set(before.headers.map(([name]) => name));
  for (const [name, value] of headers) {
    if (old.has(headerText([name, value]))) continue;
    for (const piece of literalTexts(value, isWritten)) changes.add('headers', piece);
    if (!oldNames.has(name) && !isWritten(name)) changes.add('headers', name);
  }
  if (url !== before.url) {
    const known = new Set(before.url.split(urlDelimiter));
    for (const piece of url.split(urlDelimiter))
      if (!known.has(piece)) for (const text of literalTexts(piece, isWritten)) changes.add('url', text);
  }
  if (body !== undefined && body !== before.body)
    for (const text of bodyTexts(body, before.body ?? '', isWritten)) changes.add('body', text);
  changes.hideShort(isStrict);
  return { isChanged, texts: changes.texts, hidden: changes.hidden };
}

/** Texts to mask in a request that a script composed after it read a secret. */
export function textsOfComposed({ method, url, headers, body }: RawRequest, reading: Reading): Made {
  const { texts, hidden } = scriptChanges(
    { method, url: '', headers: [], body: undefined },
    { method, url, headers, body: body ?? undefined },
    reading,
  );
  return { made: [...texts], madeMore: hidden.url || hidden.headers || hidden.body };
}

const headerText = ([name, value]: readonly [string, string]): string => `${name}: ${value}`;

/**
 * A template's literal texts as sent. Values of placeholders are masked if they are secret. The placeholders themselves are sent with
 * `@undefined keep`, and a script may have formed one by chance.
 */
function literalTexts(text: string, isWritten: Reading['isWritten']): readonly string[] {
  const pieces = [''];
  const placeholders: string[] = [];
  for (const part of templateOfText(text).template.parts)
    if (part.kind === 'text') pieces.push(`${pieces.pop() ?? ''}${part.text}`);
    else {
      pieces.push('');
      if (!isWritten(part.text)) placeholders.push(part.text);
    }
  return [...pieces, ...placeholders];
}

/** The new values and names of a JSON body; for any other body its whole text. */
function* bodyTexts(after: string, before: string, isWritten: Reading['isWritten']): Generator<string> {
  const json = parseJson(after);
  const isText = json === undefined || typeof json !== 'object';
  for (const text of isText ? [after] : newTexts(json, before, isWritten)) yield* literalTexts(text, isWritten);
}

function* newTexts(json: Value, before: string, isWritten: Reading['isWritten']): Generator<string> {
  for (const text of secretTexts(json)) if (!before.includes(text)) yield text;
  for (const key of keysIn(json)) if (!before.includes(key) && !isWritten(key)) yield key;
}

function* keysIn(value: Value): Generator<string> {
  if (isArrayValue(value)) for (const x of value) yield* keysIn(x);
  else if (isObjectValue(value))
    for (const [key, x] of value) {
      yield key;
      yield* keysIn(x);
    }
}
