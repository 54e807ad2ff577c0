import { counted } from '../../base/l10n.ts';
import type { ToPanel } from '../../protocol/messages.ts';

type Console = Extract<ToPanel, { readonly type: 'console' }>;

/** Limits of kept console lines and of their UTF-16 units. The oldest are dropped when twice as many have arrived. */
const mostLines = 5000;
const mostCharacters = 4_000_000;

/** The messages of a run, for a page that opens later. Only the last lines of a long console are kept. */
export class RecordedMessages {
  #messages: ToPanel[] = [];
  #lines = 0;
  #characters = 0;
  #dropped = 0;

  /** In order. A note before the first console line counts the dropped ones. */
  get all(): readonly ToPanel[] {
    return this.#messages;
  }

  push(message: ToPanel): void {
    this.#messages.push(message);
    if (message.type !== 'console') return;
    this.#lines += message.lines.length;
    this.#characters += charactersOf(message);
    if (this.#lines > 2 * mostLines || this.#characters > 2 * mostCharacters) this.#dropOldest();
  }

  /** Replaces each message. Returns whether any changed. */
  replace(by: (message: ToPanel) => ToPanel): boolean {
    const before = this.#messages;
    this.#messages = before.map(by);
    return this.#messages.some((message, i) => message !== before[i]);
  }

  #dropOldest(): void {
    let lines = 0;
    let characters = 0;
    const kept: ToPanel[] = [];
    let oldest: Console | undefined;
    for (const message of this.#messages.toReversed()) {
      if (message.type !== 'console') {
        kept.push(message);
        continue;
      }
      if (oldest !== undefined && (lines >= mostLines || characters >= mostCharacters)) continue;
      lines += message.lines.length;
      characters += charactersOf(message);
      kept.push((oldest = message));
    }
    this.#dropped += this.#lines - lines;
    const at = oldest === undefined ? 0 : kept.indexOf(oldest);
    if (oldest !== undefined) kept.splice(at + 1, 0, this.#note(oldest));
    this.#messages = kept.toReversed();
    this.#lines = lines;
    this.#characters = characters;
  }

  #note({ runId, lines: [first] }: Console): Console {
    const text = counted(this.#dropped, '{0} older line was dropped.', '{0} older lines were dropped.');
    return { type: 'console', runId, lines: [{ at: first?.at ?? 0, level: 'info', text }] };
  }
}

/** A message or a part of it with another path for a file. */
export function withFile<T>(part: T, from: string, to: string): T {
  if (Array.isArray(part)) {
    const parts = part.map((each: unknown) => withFile(each, from, to));
    return parts.some((each, i) => each !== part[i]) ? (parts as T) : part;
  }
  if (typeof part !== 'object' || part === null) return part;
  const changed = Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    const now = key === 'file' && value === from ? to : withFile(value, from, to);
    return now === value ? [] : [[key, now] as const];
  });
  return changed.length === 0 ? part : { ...part, ...Object.fromEntries(changed) };
}

const charactersOf = ({ lines }: Console): number => lines.reduce((sum, { text, values }) => sum + text.length + (values?.length ?? 0), 0);
