const opening = /^\s*fragment\s+(\w+)\s+on\s+\w+/;

/** Index after the last line of the block in braces that begins at `from`; `from` if it has no end. */
export function blockEnd(lines: readonly string[], from: number): number {
  let depth = 0;
  for (let i = from; i < lines.length; i++) {
    for (const c of lines[i]?.replace(/#.*$/, '') ?? '') depth += c === '{' ? 1 : c === '}' ? -1 : 0;
    if (depth <= 0 && lines[i]?.includes('}') === true) return i + 1;
    if (lines[i]?.startsWith('###') === true) return from;
  }
  return from;
}

export const isFragment = (line: string): boolean => opening.test(line);

/** The GraphQL fragments of a file by name, with their lines. */
export function fragmentsIn(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (let i = 0; i < lines.length; i++) {
    const name = opening.exec(lines[i] as string)?.[1];
    const end = name === undefined ? i : blockEnd(lines, i);
    if (name === undefined || end === i) continue;
    found.set(name, lines.slice(i, end));
    i = end - 1;
  }
  return found;
}

/** The fragments that a query uses and does not contain, with those that they use. */
function missingFragments(query: string, fragments: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const lines: string[] = [];
  const known = new Set(Array.from(query.matchAll(/^\s*fragment\s+(\w+)\s+on\b/gm), (m) => m[1] ?? ''));
  const add = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\.\.\.\s*(\w+)/g)) {
      const fragment = fragments.get(name);
      if (name === 'on' || fragment === undefined || known.has(name)) continue;
      known.add(name);
      for (const line of fragment) lines.push(line);
      add(fragment.join('\n'));
    }
  };
  add(query);
  return lines;
}

/** The lines to write above a query whose fragments another place of the file defines. */
export function fragmentsFor(body: string, fragments: ReadonlyMap<string, readonly string[]> | undefined): readonly string[] {
  if (fragments === undefined || fragments.size === 0 || !/^\s*(?:query|mutation|subscription|fragment|\{)/.test(body)) return [];
  const missing = missingFragments(body, fragments);
  return missing.length === 0 ? [] : [...missing, ''];
}

/** Whether a text is a GraphQL document: httpYac sends it as JSON by any POST. */
export const isGraphqlDocument = (text: string): boolean =>
  /^\s*(?:(?:query|mutation|subscription)\b[^{]*\{|fragment\s+\w+\s+on\s)/.test(text);
