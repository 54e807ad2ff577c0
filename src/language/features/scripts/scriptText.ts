/** Where an offset of a script lies. */
export type ScriptPlace =
  | { readonly kind: 'code' }
  | { readonly kind: 'comment' }
  /** In a text: `start` is after its opening quote. */
  | { readonly kind: 'string'; readonly quote: '"' | "'" | '`'; readonly start: number };

/** One step of `tool.expect(x).to`: a name, or what stands in brackets behind one. */
export type Step =
  | { readonly kind: 'name'; readonly name: string; readonly start: number }
  /** `(…)`. */
  | { readonly kind: 'call' }
  /** `[0]`, `["key"]`: undefined for what is neither a number nor a text. */
  | { readonly kind: 'index'; readonly key: string | number | undefined };

/** Characters a chain is followed back at most. */
const longestChain = 5000;

const identifier = /[\w$\u0080-\uffff]/;
const beforeRegExp = /[(,=:[!&|?{};+\-*%<>~^]$|(?:^|[^\w$.])(?:return|typeof|case|in|of|void|delete|await|yield|throw|new)$/;

/** Whether an offset of a script is code, a comment or a text; reads the script from its start, once. */
export function placeIn(text: string, offset: number): ScriptPlace {
  let lastCode = 0;
  /** Depths of braces inside `${…}`, innermost last. */
  const templates: number[] = [];
  let i = 0;
  while (i < offset) {
    const c = text[i] as string;
    const next = text[i + 1];
    if (c === '/' && (next === '/' || next === '*')) {
      const close = next === '/' ? endOfLine(text, i) : text.indexOf('*/', i + 2);
      const end = next === '/' || close < 0 ? close : close + 2;
      // Behind a line comment the cursor is still in it.
      if (end < 0 || end > offset || (end === offset && next === '/')) return i + 1 < offset ? { kind: 'comment' } : { kind: 'code' };
      i = end;
      continue;
    }
    if (c === '"' || c === "'") {
      const end = endOfString(text, i + 1, c);
      if (end >= offset) return { kind: 'string', quote: c, start: i + 1 };
      i = lastCode = end + 1;
      continue;
    }
    if (c === '`' || (c === '}' && templates.at(-1) === 0)) {
      if (c === '}') templates.pop();
      const end = endOfTemplate(text, i + 1);
      if (end.at >= offset) return { kind: 'string', quote: '`', start: i + 1 };
      if (end.opens) templates.push(0);
      i = lastCode = end.at + (end.opens ? 2 : 1);
      continue;
    }
    if (templates.length > 0 && (c === '{' || c === '}')) templates.push((templates.pop() as number) + (c === '{' ? 1 : -1));
    if (c === '/' && beforeRegExp.test(text.slice(Math.max(lastCode, i - 20), i).trimEnd() || '(')) {
      const end = endOfRegExp(text, i + 1);
      if (end >= offset) return { kind: 'string', quote: '`', start: i + 1 };
      i = lastCode = end + 1;
      continue;
    }
    i++;
  }
  return { kind: 'code' };
}

function endOfLine(text: string, from: number): number {
  for (let i = from; i < text.length; i++) if (text[i] === '\n' || text[i] === '\r') return i;
  return text.length;
}

/** Where a quote closes; the end of the line, where it does not. */
function endOfString(text: string, from: number, quote: string): number {
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === quote || c === '\n' || c === '\r') return i;
  }
  return text.length;
}

function endOfTemplate(text: string, from: number): { readonly at: number; readonly opens: boolean } {
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === '`') return { at: i, opens: false };
    else if (c === '$' && text[i + 1] === '{') return { at: i, opens: true };
  }
  return { at: text.length, opens: false };
}

function endOfRegExp(text: string, from: number): number {
  let inClass = false;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === '\n' || c === '\r') return i;
    else if (c === '[') inClass = true;
    else if (c === ']') inClass = false;
    else if (c === '/' && !inClass) return i;
  }
  return text.length;
}

/** The name that ends at an offset; it may be empty. */
export function nameBefore(text: string, offset: number): { readonly name: string; readonly start: number } {
  let start = offset;
  while (start > 0 && identifier.test(text[start - 1] as string)) start--;
  return { name: text.slice(start, offset), start };
}

/** Where the name at an offset ends. */
export function nameEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && identifier.test(text[end] as string)) end++;
  return end;
}

/** What stands before the dot before an offset, from its root on: `tool`, `expect`, `(…)`. Undefined where there is no dot. */
export function chainBefore(text: string, offset: number): readonly Step[] | undefined {
  const steps: Step[] = [];
  const least = Math.max(0, offset - longestChain);
  let at = skipBack(text, offset, least);
  if (text[at - 1] !== '.' || text[at - 2] === '.') return undefined;
  while (text[at - 1] === '.') {
    at--;
    if (text[at - 1] === '?') at--;
    at = skipBack(text, at, least);
    while (text[at - 1] === ')' || text[at - 1] === ']') {
      const open = opening(text, at - 1, least);
      if (open === undefined) return undefined;
      steps.unshift(text[at - 1] === ')' ? { kind: 'call' } : { kind: 'index', key: keyOf(text.slice(open + 1, at - 1).trim()) });
      at = skipBack(text, open, least);
    }
    const { name, start } = nameBefore(text, at);
    if (name === '') return undefined;
    steps.unshift({ kind: 'name', name, start });
    at = skipBack(text, start, least);
  }
  return steps;
}

function keyOf(written: string): string | number | undefined {
  if (/^\d{1,15}$/.test(written)) return Number(written);
  return /^(["'])([^"'\\]*)\1$/.exec(written)?.[2];
}

function skipBack(text: string, from: number, least: number): number {
  let at = from;
  while (at > least && /\s/.test(text[at - 1] as string)) at--;
  return at;
}

/** The bracket that a closing one belongs to. Quotes between them hide what is inside. */
function opening(text: string, closing: number, least: number): number | undefined {
  let depth = 0;
  for (let i = closing; i >= least; i--) {
    const c = text[i] as string;
    if (c === '"' || c === "'" || c === '`') {
      const from = text.lastIndexOf(c, i - 1);
      if (from < least) return undefined;
      i = from;
    } else if (c === ')' || c === ']' || c === '}') depth++;
    else if ((c === '(' || c === '[' || c === '{') && --depth === 0) return i;
  }
  return undefined;
}
