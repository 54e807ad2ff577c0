import { scriptTokens, type ScriptToken } from '../../../language/index.ts';

/** Translates a call with translated arguments. Undefined if there is no equivalent. */
export type CallRule = (args: readonly string[]) => string | undefined;

/** The translation of a dotted name: another name, a rule for calls, or a problem to report. */
export type ScriptRule =
  | string
  | { readonly call: CallRule }
  | { readonly problem: string }
  /** Reports a problem with the call of this name, if there is one. */
  | { readonly problemOf: CallRule }
  /** Reads a property by name or by a text in brackets. `problem` reports other uses. */
  | { readonly property: (name: string) => string; readonly problem: string };

export interface ScriptRules {
  /** By dotted name; the longest match applies. */
  readonly names: ReadonlyMap<string, ScriptRule>;
  /** Translates a variable's name that is the first argument of a function of `tool`. */
  readonly variable: (name: string) => string;
  /** The problem to report for an assignment to a name that is not declared. */
  readonly undeclared?: (name: string) => string;
  /** Leaves placeholders that read outside the collection (`readingPlaceholder`) unescaped, because the client means the same by them. */
  readonly readsOwn?: true;
}

export interface TranslatedScript {
  readonly text: string;
  /** Parts without an equivalent; lines from 1. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** Functions of `tool` whose first argument is a variable's name. */
const named = /^tool\.(?:get|set|has|delete)Var$/;

/** Placeholders of Req that read values outside the collection. */
const readingPlaceholder = /\{\{\s*(?:\$(?:env|secret|dotenv|processEnv|auth)\b|\?)/g;

/** Translates the calls of a client's API; everything else stays as written. */
export function translateScript(given: string, rules: ScriptRules): TranslatedScript {
  // The source of a text needs two backslashes for one in the text.
  const source = rules.readsOwn === true ? given : given.replace(readingPlaceholder, '\\\\$&');
  return new ScriptTranslator(source, rules).translate(source !== given);
}

class ScriptTranslator {
  readonly #source: string;
  readonly #rules: ScriptRules;
  readonly #tokens: readonly ScriptToken[];
  /** First names of the client's API. */
  readonly #roots: ReadonlySet<string>;
  readonly #ends: ReadonlyMap<number, number>;
  readonly #own: ReadonlySet<string>;
  readonly #problems: { line: number; message: string }[] = [];

  constructor(source: string, rules: ScriptRules) {
    this.#source = source;
    this.#rules = rules;
    this.#tokens = scriptTokens(source, 0, source.length);
    this.#roots = new Set([...rules.names.keys()].map((dotted) => dotted.replace(/\..*/, '')));
    this.#ends = closers(this.#tokens);
    this.#own = declared(this.#tokens);
  }

  /** @param escaped whether placeholders of the source were escaped */
  translate(escaped: boolean): TranslatedScript {
    const { undeclared: problemOf } = this.#rules;
    if (problemOf !== undefined)
      for (const { text, range } of undeclared(this.#tokens, this.#source, this.#roots)) this.#addNote(range.start, problemOf(text));
    if (escaped)
      for (const m of this.#source.matchAll(readingPlaceholder))
        this.#addNote(
          m.index,
          `${m[0]}… is plain text in the source and is escaped: otherwise Req would replace it in a text that it fills in.`,
        );
    return { text: this.#emit(0, this.#tokens.length, 0, this.#source.length), problems: this.#problems };
  }

  #addNote(offset: number, message: string): void {
    this.#problems.push({ line: lineAt(this.#source, offset), message });
  }

  #emit(first: number, last: number, from: number, to: number): string {
    let out = '';
    let at = from;
    for (let i = first; i < last; i++) {
      const found = this.#replaced(i, last);
      if (found === undefined) continue;
      out += this.#source.slice(at, (this.#tokens[i] as ScriptToken).range.start) + found.text;
      at = found.end;
      i = found.next - 1;
    }
    return out + this.#source.slice(at, to);
  }

  #replaced(i: number, last: number): { readonly text: string; readonly end: number; readonly next: number } | undefined {
    const token = this.#tokens[i];
    if (token?.kind !== 'word' || !this.#roots.has(token.text) || this.#own.has(token.text) || this.#isSign(i - 1, '.')) return undefined;
    // A key of an object, but not an operand of `?:`.
    if (this.#isSign(i + 1, ':') && (this.#isSign(i - 1, '{') || this.#isSign(i - 1, ','))) return undefined;
    const chain = this.#chainAt(i, last);
    let length = chain.length;
    for (; length > 0; length--) if (this.#rules.names.has(this.#name(chain, length))) break;
    const rule = this.#rules.names.get(this.#name(chain, length));
    const written = this.#name(chain, chain.length);
    const addNote = (message: string): void => this.#addNote(token.range.start, message);
    if (rule === undefined) return undefined;
    if (typeof rule === 'object' && 'property' in rule) {
      const read = this.#property(i, last);
      if (read !== undefined) return { text: rule.property(read.name), end: read.end, next: read.next };
    }
    if (typeof rule === 'object' && 'problem' in rule) {
      addNote(`${written}: ${rule.problem}`);
      return undefined;
    }
    const end = chain[length - 1] as number;
    const open = end + 1;
    const close = this.#isSign(open, '(') ? this.#ends.get(open) : undefined;
    if (typeof rule === 'object' && 'problemOf' in rule) {
      const problem = rule.problemOf(close === undefined ? [] : this.#argumentsOf(open, close));
      if (problem !== undefined) addNote(`${written}: ${problem}`);
      return undefined;
    }
    if (typeof rule === 'string') {
      const endOffset = (this.#tokens[end] as ScriptToken).range.end;
      const argument = this.#tokens[open + 1];
      if (close !== undefined && named.test(rule) && argument?.kind === 'text' && argument.whole) {
        const { start, end: stop } = argument.range;
        const renamed = this.#rules.variable(this.#source.slice(start, stop));
        if (renamed !== this.#source.slice(start, stop))
          return { text: rule + this.#source.slice(endOffset, start) + renamed, end: stop, next: open + 2 };
      }
      return { text: rule, end: endOffset, next: end + 1 };
    }
    const args = close === undefined ? undefined : this.#argumentsOf(open, close);
    const text = args === undefined ? undefined : rule.call(args);
    if (text === undefined || close === undefined) {
      addNote(`${written} is unknown to Req in this form.`);
      return undefined;
    }
    return { text, end: (this.#tokens[close] as ScriptToken).range.end, next: close + 1 };
  }

  /** The indexes of the names of `a.b.c`. */
  #chainAt(i: number, last: number): readonly number[] {
    const chain = [i];
    let at = i;
    while (at + 2 < last && this.#isSign(at + 1, '.') && this.#tokens[at + 2]?.kind === 'word') chain.push((at += 2));
    return chain;
  }

  #name(chain: readonly number[], length: number): string {
    return chain
      .slice(0, length)
      .map((n) => {
        const t = this.#tokens[n];
        return t?.kind === 'word' ? t.text : '';
      })
      .join('.');
  }

  /** The property read from the object at `i`: `object.name` or `object["name"]`, not assigned and not called. */
  #property(i: number, last: number): { readonly name: string; readonly end: number; readonly next: number } | undefined {
    const key = this.#tokens[i + 2];
    if (key === undefined || i + 2 >= last) return undefined;
    const { start, end } = key.range;
    let found: { readonly name: string; readonly end: number; readonly next: number } | undefined;
    if (this.#isSign(i + 1, '.') && key.kind === 'word') found = { name: key.text, end, next: i + 3 };
    else if (this.#isSign(i + 1, '[') && key.kind === 'text' && key.whole && this.#isSign(i + 3, ']'))
      found = { name: this.#source.slice(start, end), end: (this.#tokens[i + 3] as ScriptToken).range.end, next: i + 4 };
    const after = found === undefined ? '' : this.#source.slice(found.end, found.end + 40);
    return /^\s*(?:=(?![=>])|\(|[-+*/%&|^?]{1,2}=|\+\+|--)/.test(after) ? undefined : found;
  }

  #argumentsOf(open: number, close: number): readonly string[] {
    const args: string[] = [];
    let first = open + 1;
    let from = (this.#tokens[open] as ScriptToken).range.end;
    for (let i = open + 1; i <= close; i++) {
      const inner = this.#ends.get(i);
      if (inner !== undefined && inner < close) {
        i = inner;
        continue;
      }
      if (i !== close && !this.#isSign(i, ',')) continue;
      const token = this.#tokens[i] as ScriptToken;
      const arg = this.#emit(first, i, from, token.range.start).trim();
      if (arg !== '' || i !== close) args.push(arg);
      first = i + 1;
      from = token.range.end;
    }
    return args;
  }

  #isSign(i: number, text: string): boolean {
    const t = this.#tokens[i];
    return t?.kind === 'sign' && t.text === text;
  }
}

/** The line of an offset, from 1. */
function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let i = source.indexOf('\n'); i >= 0 && i < offset; i = source.indexOf('\n', i + 1)) line++;
  return line;
}

function closers(tokens: readonly ScriptToken[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  for (const [i, t] of tokens.entries()) {
    if (t.kind !== 'sign') continue;
    if ('([{'.includes(t.text)) open.push(i);
    else if (')]}'.includes(t.text)) {
      const from = open.pop();
      if (from !== undefined) found.set(from, i);
    }
  }
  return found;
}

function declared(tokens: readonly ScriptToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [i, t] of tokens.entries()) {
    const next = tokens[i + 1];
    if (t.kind === 'word' && /^(?:const|let|var|function|class)$/.test(t.text) && next?.kind === 'word') names.add(next.text);
  }
  return names;
}

/** Names assigned at the start of a statement that do not occur before it, each once. Declared names and parameters occur before. */
function* undeclared(
  tokens: readonly ScriptToken[],
  source: string,
  known: ReadonlySet<string>,
): Generator<ScriptToken & { kind: 'word' }> {
  const declaredNames = new Set<string>(known);
  for (const [i, t] of tokens.entries()) {
    if (t.kind !== 'word' || declaredNames.has(t.text)) continue;
    declaredNames.add(t.text);
    const [opener, before] = [tokens[i - 2], tokens[i - 1]];
    // In other braces it is a member of an object or of a pattern.
    const inBlock =
      isOneOf(before, '{') && (isOneOf(opener, ')>') || (opener?.kind === 'word' && /^(?:else|try|finally|do)$/.test(opener.text)));
    const onNewLine = before === undefined || source.slice(before.range.end, t.range.start).includes('\n');
    const begins = inBlock || isOneOf(before, ';}') || (onNewLine && !isOneOf(before, '{,.([='));
    if (begins && /^[ \t]*=(?![=>])/.test(source.slice(t.range.end, t.range.end + 40))) yield t;
  }
}

const isOneOf = (token: ScriptToken | undefined, signs: string): boolean => token?.kind === 'sign' && signs.includes(token.text);

export const scriptRules = (...groups: readonly Readonly<Record<string, ScriptRule>>[]): ReadonlyMap<string, ScriptRule> =>
  new Map(groups.flatMap((g) => Object.entries(g)));

/** Escapes `%}` and `{%` at line edges. They occur only in strings, patterns and comments, where the escape has the same meaning. */
export const withoutScriptMarks = (source: string): string =>
  source.replace(/%\}(?=[ \t]*$)/gm, '%\\u007d').replace(/^([<>][ \t]*)\{%/gm, '$1{\\u0025');
