/** What is looked for in a text that is shown. */
export interface SearchQuery {
  readonly text: string;
  /** It is a regular expression of JavaScript, else looked for as it is. */
  readonly regex: boolean;
  readonly matchCase: boolean;
}

export type CompiledQuery = { readonly ok: true; readonly pattern: RegExp } | { readonly ok: false; readonly message: string };

/**
 * A query as a global pattern, `^` and `$` at lines. One that a person wrote may take time without end: whoever uses it bounds it.
 * A plain text takes time in proportion to what is searched.
 */
export function compileQuery({ text, regex, matchCase }: SearchQuery): CompiledQuery {
  const source = regex ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const flags = matchCase ? 'gm' : 'gim';
  try {
    return { ok: true, pattern: new RegExp(source, `${flags}u`) };
  } catch {
    // Escapes that Unicode mode does not take: `\-`.
  }
  try {
    return { ok: true, pattern: new RegExp(source, flags) };
  } catch (e) {
    const said = e instanceof Error ? e.message : String(e);
    // `Invalid regular expression: /(/gmu: Unterminated group`
    return { ok: false, message: said.slice(said.lastIndexOf(': ') + 2) };
  }
}

/** Of each group, whether a pattern is found in any of its texts. */
export function foundIn(pattern: RegExp, groups: readonly (readonly string[])[]): readonly boolean[] {
  return groups.map((texts) => texts.some((text) => text.search(pattern) >= 0));
}

/** Of each text, the beginning and the end of every match that is not empty, one after the other. */
export function matchEdges(pattern: RegExp, texts: readonly string[]): readonly (readonly number[])[] {
  return texts.map((text) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: found, index }) => (found === '' ? [] : [index, index + found.length])),
  );
}
