import { setImmediate as turn } from 'node:timers/promises';
import { maskText, spellingWindow } from '../../../base/masks/mask.ts';
import { ReqError, type Failure } from '../../../base/reqError.ts';
import { valueToJson, type Value } from '../../../base/values/value.ts';
import type { Header, Tracked } from '../../../language/index.ts';
import type { Host } from '../../ports/host.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import { OpenTexts, type IsOpen } from './openTexts.ts';
import { raceAbort } from '../../../base/async/raceAbort.ts';
import type { TestResult } from '../../ports/events.ts';
import type { ConsoleCall, Heard, ScriptListener, ScriptRequest, ScriptResponse } from '../../script/scriptTypes.ts';

/** UTF-16 units of a text that are searched before yielding to the event loop. */
const searchedAtOnce = 1 << 20;

/**
 * Tracks whether one script has read a secret. Everything it sets afterwards counts as a secret, because it may contain parts of one
 * that no text search would find.
 */
export class ScriptTaint {
  readonly #host: Pick<Host, 'mayLookUp'>;
  readonly #mask: MaskBox;
  readonly #place: { readonly file: string; readonly line: number };
  readonly #open: OpenTexts;
  readonly #signal: AbortSignal;
  /** Whether the script has read a secret, or a value derived from one. */
  secret = false;
  /** Whether the script has read a value that `mayLookUp` restricts. */
  #hides = false;

  constructor(
    host: Pick<Host, 'mayLookUp'>,
    mask: MaskBox,
    script: { readonly file: string; readonly line: number; readonly source: string },
    signal: AbortSignal,
  ) {
    this.#host = host;
    this.#mask = mask;
    this.#place = script;
    this.#open = new OpenTexts(script.source);
    this.#signal = signal;
  }

  /** Whether the script's output, tests and stop reasons are hidden. */
  get isHidden(): boolean {
    return this.#hides;
  }

  /** Whether a text that the script writes is shown, although it has read a secret. */
  readonly isOpen: IsOpen = (text) => !this.#hides && this.#open.isOpen(text);

  /**
   * Returns a lookup's result to the script, after the host allowed it if it restricts lookups.
   * @throws {ReqError} `trust` if the host denies it
   */
  given<T extends Value | undefined>(found: Tracked<T>, what: string): T | Promise<T> {
    this.secret ||= found.secret;
    if (!found.secret && !found.tainted && found.result !== undefined) this.#open.add(found.result);
    if (this.#host.mayLookUp === undefined || !(found.secret || found.tainted)) return found.result;
    return this.#asked(what).then(() => found.result);
  }

  /** Records that the script reads texts that may contain a secret. */
  async looks(what: string, texts: Iterable<string>): Promise<void> {
    for (const text of texts) {
      if (!(await holdsSecret(text, this.#mask))) continue;
      await this.given({ result: undefined, secret: true, tainted: false }, what);
      return;
    }
  }

  /** Records that the script receives text of a stream event. Does not call the host, because events cannot wait. */
  hears(text: string): void {
    if (this.secret || this.#mask.size() === 0 || this.#mask.apply(text) === text) return;
    this.secret = true;
    this.#hides ||= this.#host.mayLookUp !== undefined;
  }

  async #asked(what: string): Promise<void> {
    if (!(await raceAbort(this.#host.mayLookUp?.({ what, ...this.#place }) ?? Promise.resolve(true), this.#signal)))
      throw new ReqError('trust', `${what} was not given to the script: it contains a secret or a value of the process's environment.`);
    this.#hides = true;
  }
}

/** The texts of a response that a script can read. */
export function* textsOf({ text, statusText, headers }: Pick<ScriptResponse, 'text' | 'statusText' | 'headers'>): Generator<string> {
  yield headersText(headers);
  yield statusText;
  yield text;
}

export function* requestTexts({ url, headers, body }: ScriptRequest): Generator<string> {
  yield url;
  yield headersText(headers);
  if (body !== undefined) yield body;
}

const headersText = (headers: readonly Header[]): string => headers.map(([name, value]) => `${name}: ${value}`).join('\n');

/** Whether a text contains a secret of the mask. Long texts are searched in pieces. */
export async function holdsSecret(text: string, mask: MaskBox): Promise<boolean> {
  if (mask.size() === 0) return false;
  let longest = 0;
  for (const secret of mask.secrets()) longest = Math.max(longest, secret.length);
  // A secret may span two pieces.
  const overlap = spellingWindow(longest);
  for (let at = 0; at < text.length; at += searchedAtOnce) {
    if (at > 0) await turn();
    const piece = text.slice(at, at + searchedAtOnce + overlap);
    if (mask.apply(piece) !== piece) return true;
  }
  return false;
}

export const shownValue = (value: Value, isSecret: boolean): Value => (isSecret ? maskText : value);

/** Name and value as one text, for the mask. */
export const valueText = (name: string, value: Value): string => `${name} ${valueToJson(value)}`;

/** Wraps a listener: records in `taint` when an event contains a secret. */
export const taintedListener = (listener: ScriptListener, taint: ScriptTaint): ScriptListener => ({
  event(event) {
    // A server may return a secret in any of these fields.
    for (const text of [event.data, event.event, event.id]) taint.hears(text);
    listener.event(event);
  },
  close: () => listener.close(),
  drop: () => listener.drop(),
});

/** Replaces the message of a script's failure, because it may contain a secret. */
export const hiddenFailure = ({ kind, at }: Failure): Failure => ({
  kind,
  message: "The script failed. Its message is hidden, because the script read a secret or a value of the process's environment.",
  ...(at === undefined ? {} : { at }),
});

export function hiddenTest({ passed, message, line }: TestResult): TestResult {
  return { name: maskText, passed, message: message === null ? null : maskText, secret: true, ...(line === undefined ? {} : { line }) };
}

export const hiddenCall = (called: ConsoleCall | undefined): { readonly text: string; readonly place?: ConsoleCall['place'] } =>
  called === undefined ? { text: maskText } : { text: maskText, place: called.place };

/** The end of a stream by a script, with its reason or message hidden. */
export const hiddenEnd = (how: Heard): Heard =>
  how.kind === 'failed' ? { kind: 'failed', failure: hiddenFailure(how.failure) } : { kind: how.kind, reason: maskText };
