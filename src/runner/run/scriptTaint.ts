import { setImmediate as turn } from 'node:timers/promises';
import { maskText, spellingWindow } from '../../base/mask.ts';
import { ReqError, type Failure } from '../../base/reqError.ts';
import { valueToJson, type Value } from '../../base/value.ts';
import { parseJson } from '../../base/json.ts';
import { secretTexts, type Header, type Tracked } from '../../language/index.ts';
import type { Host } from '../ports/host.ts';
import type { MaskBox } from './maskEvents.ts';
import { raceAbort } from '../../base/raceAbort.ts';
import type { TestResult } from '../ports/events.ts';
import type { ConsoleCall, Heard, ScriptListener, ScriptRequest, ScriptResponse } from '../script/scriptTypes.ts';

/** UTF-16 units of a text that are searched before other work has its turn. */
const searchedAtOnce = 1 << 20;
/** Texts of one value that are hidden wherever they stand, and their longest. The value itself is always hidden. */
const mostTexts = 200;
const longestText = 10_000;

/**
 * What one script has got of secrets. It can take them apart, so whatever it sets afterwards counts as a secret, not only what still
 * looks like one.
 */
export class ScriptTaint {
  readonly #host: Pick<Host, 'mayLookUp'>;
  readonly #mask: MaskBox;
  readonly #place: { readonly file: string; readonly line: number };
  readonly #signal: AbortSignal;
  /** The script has got a secret, or what was made of one. */
  secret = false;
  /** The script has got what this host hides. */
  #hides = false;

  constructor(host: Pick<Host, 'mayLookUp'>, mask: MaskBox, place: { readonly file: string; readonly line: number }, signal: AbortSignal) {
    this.#host = host;
    this.#mask = mask;
    this.#place = place;
    this.#signal = signal;
  }

  /** What the script prints, tests and stops with is hidden. */
  get isHidden(): boolean {
    return this.#hides;
  }

  /**
   * Hands a look-up's result to the script. Asks first where the host wants to be asked.
   * @throws {ReqError} `trust` where the script may not have it
   */
  given<T>(found: Tracked<T>, what: string): T | Promise<T> {
    this.secret ||= found.secret;
    if (this.#host.mayLookUp === undefined || !(found.secret || found.tainted)) return found.result;
    return this.#asked(what).then(() => found.result);
  }

  /** The script looks at texts that may hold a secret. */
  async looks(what: string, texts: Iterable<string>): Promise<void> {
    for (const text of texts) {
      if (!(await holdsSecret(text, this.#mask))) continue;
      await this.given({ result: undefined, secret: true, tainted: false }, what);
      return;
    }
  }

  /** The script gets an event of a stream, which waits for nobody. */
  hears(text: string): void {
    if (this.secret || this.#mask.size() === 0 || this.#mask.apply(text) === text) return;
    this.secret = true;
    this.#hides ||= this.#host.mayLookUp !== undefined;
  }

  async #asked(what: string): Promise<void> {
    if (!(await raceAbort(this.#host.mayLookUp?.({ what, ...this.#place }) ?? Promise.resolve(true), this.#signal)))
      throw new ReqError('trust', `${what} was not given to the script: it holds a secret or a value of the process's environment.`);
    this.#hides = true;
  }
}

/** The texts of a response that a script can read. */
export function* textsOf({ text, statusText, headers }: Pick<ScriptResponse, 'text' | 'statusText' | 'headers'>): Generator<string> {
  yield headersText(headers);
  yield statusText;
  yield text;
}

/** The texts of a request that a script can read. */
export function* requestTexts({ url, headers, body }: ScriptRequest): Generator<string> {
  yield url;
  yield headersText(headers);
  if (body !== undefined) yield body;
}

const headersText = (headers: readonly Header[]): string => headers.map(([name, value]) => `${name}: ${value}`).join('\n');

/** Whether a text holds a secret that a mask knows. Long texts are searched piece by piece. */
export async function holdsSecret(text: string, mask: MaskBox): Promise<boolean> {
  if (mask.size() === 0) return false;
  let longest = 0;
  for (const secret of mask.secrets()) longest = Math.max(longest, secret.length);
  // A secret may stand across two pieces.
  const overlap = spellingWindow(longest);
  for (let at = 0; at < text.length; at += searchedAtOnce) {
    if (at > 0) await turn();
    const piece = text.slice(at, at + searchedAtOnce + overlap);
    if (mask.apply(piece) !== piece) return true;
  }
  return false;
}

/** The texts to hide of a value that a script has set after it got a secret. */
export const hiddenTexts = (value: Value): readonly string[] =>
  [...takeFirst(secretTexts(value), mostTexts)].filter((text) => text.length <= longestText);

function* takeFirst<T>(all: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const one of all) {
    if (left-- === 0) return;
    yield one;
  }
}

/** Pieces of a request that a script has changed after it got a secret: they are shown nowhere. */
export function changedTexts(before: ScriptRequest, after: ScriptRequest): ReadonlySet<string> {
  const texts = new Set<string>();
  const add = (text: string): void => {
    // A placeholder's own value is hidden where it is one.
    for (const piece of text.split(/\{\{[^{}]*\}\}/)) if (piece.length <= longestText) texts.add(piece.trim());
  };
  const old = new Set(before.headers.map(([name, value]) => `${name}: ${value}`));
  for (const [name, value] of after.headers) if (!old.has(`${name}: ${value}`)) add(value);
  if (after.url !== before.url) {
    const known = new Set(before.url.split(/[/?&=#]/));
    for (const piece of after.url.split(/[/?&=#]/)) if (!known.has(piece)) add(piece);
  }
  if (after.body !== undefined && after.body !== before.body) for (const text of bodyTexts(after.body, before.body ?? '')) add(text);
  texts.delete('');
  return texts;
}

/** The new values of a JSON body, else the whole body. */
function bodyTexts(after: string, before: string): readonly string[] {
  const json = parseJson(after);
  return json === undefined || typeof json !== 'object' ? [after] : hiddenTexts(json).filter((text) => !before.includes(text));
}

/** What is reported in place of a value that is hidden. */
export const shownValue = (value: Value, isSecret: boolean): Value => (isSecret ? maskText : value);

/** A value as a mask sees it, with its name. */
export const valueText = (name: string, value: Value): string => `${name} ${valueToJson(value)}`;

/** A listener that is known to have got a secret once an event holds one. */
export const watched = (listener: ScriptListener, taint: ScriptTaint): ScriptListener => ({
  event(event) {
    // A server may send the secret back in any of them.
    for (const text of [event.data, event.event, event.id]) taint.hears(text);
    listener.event(event);
  },
  close: () => listener.close(),
  drop: () => listener.drop(),
});

/** A failure of a script whose words could hold what it got. */
export const hiddenFailure = ({ kind, at }: Failure): Failure => ({
  kind,
  message: "The script failed. Its message is hidden, because the script got a secret or a value of the process's environment.",
  ...(at === undefined ? {} : { at }),
});

export function hiddenTest({ passed, message, line }: TestResult): TestResult {
  return { name: maskText, passed, message: message === null ? null : maskText, secret: true, ...(line === undefined ? {} : { line }) };
}

/** A line of the console without its text. */
export const hiddenCall = (called: ConsoleCall | undefined): { readonly text: string; readonly place?: ConsoleCall['place'] } =>
  called === undefined ? { text: maskText } : { text: maskText, place: called.place };

/** How a script ended a stream, without its words. */
export const hiddenEnd = (how: Heard): Heard =>
  how.kind === 'failed' ? { kind: 'failed', failure: hiddenFailure(how.failure) } : { kind: how.kind, reason: maskText };
