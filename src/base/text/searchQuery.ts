export interface SearchQuery {
  readonly text: string;
  /** Whether the text is a JavaScript regular expression. */
  readonly regex: boolean;
  readonly matchCase: boolean;
}

export type CompiledQuery = { readonly ok: true; readonly pattern: RegExp } | { readonly ok: false; readonly message: string };

/**
 * Compiles a query to a global pattern; `^` and `$` match at lines. A user's regular expression may never finish, so
 * callers must limit its time; a plain text takes linear time.
 */
export function compileQuery({ text, regex, matchCase }: SearchQuery): CompiledQuery {
  const source = regex ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const flags = matchCase ? 'gm' : 'gim';
  try {
    return { ok: true, pattern: new RegExp(source, `${flags}u`) };
  } catch {
    // Unicode mode rejects some escapes, such as `\-`.
  }
  try {
    return { ok: true, pattern: new RegExp(source, flags) };
  } catch (e) {
    const problem = e instanceof Error ? e.message : String(e);
    // `Invalid regular expression: /(/gmu: Unterminated group`
    return { ok: false, message: problem.slice(problem.lastIndexOf(': ') + 2) };
  }
}

/** For each group, whether the pattern matches any of its texts. */
export function foundIn(pattern: RegExp, groups: readonly (readonly string[])[]): readonly boolean[] {
  return groups.map((texts) => texts.some((text) => text.search(pattern) >= 0));
}

/** For each text, the start and end offsets of all non-empty matches, flattened. */
export function matchEdges(pattern: RegExp, texts: readonly string[]): readonly (readonly number[])[] {
  return texts.map((text) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: found, index }) => (found === '' ? [] : [index, index + found.length])),
  );
}
