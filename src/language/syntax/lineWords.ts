import type { Range } from '../../base/text/text.ts';
import { isSpace } from './lines.ts';
import type { Placeholder, TextPart } from './template.ts';

/** One word of a directive's argument: `{{user}}`, `"two words"`, `region={{region}}`, `argv=["a", "b"]`. */
export interface Word {
  /** `region`; undefined for a positional word. */
  readonly name: string | undefined;
  /** The value without name and quotes. A list keeps its brackets. */
  readonly parts: readonly (TextPart | Placeholder)[];
  readonly range: Range;
  /** Whether a quote or a bracket is not closed. */
  readonly open: boolean;
}

interface PartialWord {
  name: string | undefined;
  readonly parts: (TextPart | Placeholder)[];
  readonly start: number;
  /** True until the first character of the value is read. */
  fresh: boolean;
  /** The character that closes the open quote or bracket. */
  until: '"' | "'" | ']' | undefined;
  /** Whether the position is inside a string of a list. */
  inString: boolean;
}

/**
 * Splits a template at white space before placeholders are resolved, so a placeholder's value is never split. Single or double
 * quotes keep words together; they have no escapes.
 * @param isOption whether `name=` begins an option
 * @param quotes false to treat quotes as ordinary characters
 */
export function wordsOf(parts: readonly (TextPart | Placeholder)[], isOption: (name: string) => boolean, quotes = true): readonly Word[] {
  const words: Word[] = [];
  let word: PartialWord | undefined;
  const end = (at: number): void => {
    if (word !== undefined)
      words.push({ name: word.name, parts: word.parts, range: { start: word.start, end: at }, open: word.until !== undefined });
    word = undefined;
  };
  const begin = (start: number): PartialWord => ({ name: undefined, parts: [], start, fresh: true, until: undefined, inString: false });
  for (const part of parts) {
    if (part.kind === 'placeholder') {
      word ??= begin(part.range.start);
      word.parts.push(part);
      word.fresh = false;
    } else readText(part);
  }
  end(parts.at(-1)?.range.end ?? 0);
  return words;

  function readText({ text, range }: TextPart): void {
    // With an escape the text is shorter than its source, so offsets inside it are unknown.
    const exact = text.length === range.end - range.start;
    const at = (i: number): number => (exact ? range.start + i : i === text.length ? range.end : range.start);
    let from = 0;
    const take = (to: number): void => {
      if (word !== undefined && to > from)
        word.parts.push({ kind: 'text', text: text.slice(from, to), range: { start: at(from), end: at(to) } });
    };
    for (let i = 0; i < text.length; i++) {
      const c = text.charAt(i);
      const blank = isSpace(text.charCodeAt(i));
      if (word === undefined) {
        if (blank) continue;
        word = begin(at(i));
        from = i;
      }
      if (word.until === ']') {
        if (word.inString && c === '\\') i++;
        else if (c === '"') word.inString = !word.inString;
        else if (c === ']' && !word.inString) word.until = undefined;
      } else if (word.until !== undefined) {
        if (c !== word.until) continue;
        take(i);
        from = i + 1;
        word.until = undefined;
      } else if (blank) {
        take(i);
        end(at(i));
      } else if (quotes && word.fresh && (c === '"' || c === "'")) {
        word.until = c;
        from = i + 1;
        word.fresh = false;
      } else if (word.fresh && c === '[' && word.name !== undefined) {
        word.until = ']';
        word.fresh = false;
      } else if (c === '=' && word.name === undefined && word.parts.length === 0 && isOption(text.slice(from, i))) {
        word.name = text.slice(from, i);
        from = i + 1;
        word.fresh = true;
      } else word.fresh = false;
    }
    take(text.length);
  }
}
