import { resolveEmphasis, type Piece } from './emphasis.ts';
import { decodeEntity, readDestination } from './destination.ts';
import { labelOf, type Definitions, type Inline } from './markdownNodes.ts';

/** UTF-16 units of one paragraph that are read as Markdown; a longer one stays text. */
const inlineLimit = 50_000;

const special = /[\\`*_~[\]!<&\n]|https?:\/\/|www\./g;
const punctuation = /[!-/:-@[-`{-~]/;
const bareUrl = /(?:https?:\/\/|www\.)[^\s<>]+/y;
const autolink = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+)>/iy;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;

/** An opened `[` or `![`. */
interface Bracket {
  /** Of the pieces, its own. */
  readonly at: number;
  readonly isImage: boolean;
  /** Where what it holds begins in the text. */
  readonly from: number;
  isActive: boolean;
}

/**
 * What stands in the text of a paragraph, heading or cell (CommonMark §6, and GFM's strike-through and bare addresses). Raw HTML is
 * text. In linear time but for delimiters, which are bounded.
 */
export function inlinesOf(source: string, definitions: Definitions): readonly Inline[] {
  if (source.length > inlineLimit) return [{ kind: 'text', text: source }];
  const pieces: Piece[] = [];
  const brackets: Bracket[] = [];
  /** Lengths of backtick runs that are known to be closed by none. */
  const unclosed = new Set<number>();
  let at = 0;

  const text = (value: string): void => {
    if (value !== '') pieces.push({ kind: 'text', text: value });
  };

  while (at < source.length) {
    special.lastIndex = at;
    const next = special.exec(source)?.index ?? source.length;
    text(source.slice(at, next));
    at = next;
    if (at < source.length) at = readSpecial(source.charAt(at));
  }
  return resolveEmphasis(pieces);

  function readSpecial(c: string): number {
    switch (c) {
      case '\\':
        return readEscape();
      case '`':
        return readCode();
      case '*':
      case '_':
      case '~':
        return readDelimiters(c);
      case '[':
        return open('[', false);
      case '!':
        return source.charAt(at + 1) === '[' ? open('![', true) : keep(1);
      case ']':
        return close();
      case '<':
        return readAngle();
      case '&':
        return readEntity();
      case '\n':
        return readBreak();
      default:
        return readBareUrl();
    }
  }

  function keep(length: number): number {
    text(source.slice(at, at + length));
    return at + length;
  }

  function readEscape(): number {
    const c = source.charAt(at + 1);
    if (c === '\n') {
      pieces.push({ kind: 'break' });
      return at + 2;
    }
    if (!punctuation.test(c)) return keep(1);
    text(c);
    return at + 2;
  }

  function readCode(): number {
    const run = /`+/y;
    run.lastIndex = at;
    const ticks = run.exec(source)?.[0].length ?? 1;
    const from = at + ticks;
    const end = unclosed.has(ticks) ? -1 : closingTicks(source, from, ticks);
    if (end < 0) {
      unclosed.add(ticks);
      return keep(ticks);
    }
    const inside = source.slice(from, end).replace(/\n/g, ' ');
    const isPadded = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '';
    pieces.push({ kind: 'code', text: isPadded ? inside.slice(1, -1) : inside });
    return end + ticks;
  }

  function readDelimiters(c: '*' | '_' | '~'): number {
    let end = at;
    while (source.charAt(end) === c) end++;
    const length = end - at;
    const before = at === 0 ? ' ' : source.charAt(at - 1);
    const after = end === source.length ? ' ' : source.charAt(end);
    const [spaceBefore, spaceAfter] = [/\s/.test(before), /\s/.test(after)];
    const [markBefore, markAfter] = [isPunctuation(before), isPunctuation(after)];
    const left = !spaceAfter && (!markAfter || spaceBefore || markBefore);
    const right = !spaceBefore && (!markBefore || spaceAfter || markAfter);
    if (c === '~' && length > 2) return keep(length);
    pieces.push({
      kind: 'delimiter',
      c,
      length,
      original: length,
      opens: c === '_' ? left && (!right || markBefore) : left,
      closes: c === '_' ? right && (!left || markAfter) : right,
    });
    return end;
  }

  function open(mark: string, isImage: boolean): number {
    brackets.push({ at: pieces.length, isImage, from: at + mark.length, isActive: true });
    // Not joined with what is around: it may become the begin of a link.
    pieces.push({ kind: 'bracket', text: mark });
    return at + mark.length;
  }

  function close(): number {
    const bracket = brackets.pop();
    if (bracket === undefined || !bracket.isActive) return keep(1);
    const label = source.slice(bracket.from, at);
    const target = readTarget(label);
    if (target === undefined) return keep(1);
    const of = resolveEmphasis(pieces.splice(bracket.at).slice(1));
    if (bracket.isImage) pieces.push({ kind: 'image', url: target.url, alt: plainText(of) });
    else {
      pieces.push({ kind: 'link', url: target.url, of });
      // Links hold no links.
      for (const outer of brackets) if (!outer.isImage) outer.isActive = false;
    }
    return target.end;
  }

  /** What follows on a `]`: an address in parentheses, a reference, or nothing where the text itself is a label. */
  function readTarget(label: string): { readonly url: string; readonly end: number } | undefined {
    const after = source.charAt(at + 1);
    if (after === '(') {
      const inline = readDestination(source, at + 2);
      if (inline !== undefined) return inline;
    }
    if (definitions.size === 0) return undefined;
    const reference = /\[((?:[^\\[\]]|\\.){0,999})\]/y;
    reference.lastIndex = at + 1;
    const found = after === '[' ? reference.exec(source) : null;
    const url = definitions.get(labelOf(found?.[1] === undefined || found[1] === '' ? label : found[1]));
    return url === undefined ? undefined : { url, end: at + 1 + (found?.[0].length ?? 0) };
  }

  function readAngle(): number {
    autolink.lastIndex = at;
    const found = autolink.exec(source);
    if (found?.[1] === undefined) return keep(1);
    const url = found[1].includes(':') ? found[1] : `mailto:${found[1]}`;
    pieces.push({ kind: 'link', url, of: [{ kind: 'text', text: found[1] }] });
    return at + found[0].length;
  }

  function readEntity(): number {
    entity.lastIndex = at;
    const found = entity.exec(source)?.[0];
    const decoded = found === undefined ? undefined : decodeEntity(found);
    if (found === undefined || decoded === undefined) return keep(1);
    text(decoded);
    return at + found.length;
  }

  function readBreak(): number {
    const last = pieces.at(-1);
    const isHard = last?.kind === 'text' && last.text.endsWith('  ');
    if (last?.kind === 'text') pieces[pieces.length - 1] = { kind: 'text', text: last.text.trimEnd() };
    if (isHard) pieces.push({ kind: 'break' });
    else text('\n');
    let end = at + 1;
    while (source.charAt(end) === ' ') end++;
    return end;
  }

  function readBareUrl(): number {
    const before = at === 0 ? ' ' : source.charAt(at - 1);
    if (!/[\s*_~("'[>]/.test(before)) return keep(1);
    bareUrl.lastIndex = at;
    const found = bareUrl.exec(source)?.[0];
    if (found === undefined) return keep(1);
    const shown = withoutEnd(found);
    // Inside of a link's text it is text.
    if (shown.length < 5 || brackets.some((b) => b.isActive)) return keep(shown.length);
    pieces.push({ kind: 'link', url: shown.startsWith('www.') ? `http://${shown}` : shown, of: [{ kind: 'text', text: shown }] });
    return at + shown.length;
  }
}

/** The text alone, as for an image's alternative. */
export const plainText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if ('of' in inline) return plainText(inline.of);
      if (inline.kind === 'image') return inline.alt;
      return inline.kind === 'break' ? '\n' : inline.text;
    })
    .join('');

function isPunctuation(c: string): boolean {
  return punctuation.test(c) || /[\p{P}\p{S}]/u.test(c);
}

function closingTicks(source: string, from: number, ticks: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(source); run !== null; run = runs.exec(source)) if (run[0].length === ticks) return run.index;
  return -1;
}

/** What ends a sentence does not belong to an address (GFM §6.9). */
function withoutEnd(url: string): string {
  let end = url.length;
  for (; end > 0; end--) {
    const c = url.charAt(end - 1);
    if (c === ')') {
      const part = url.slice(0, end);
      if (part.split(')').length <= part.split('(').length) break;
    } else if (!/[?!.,:*_~'"]/.test(c)) break;
  }
  return url.slice(0, end);
}
