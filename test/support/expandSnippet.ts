/**
 * A snippet in VS Code's syntax with all its defaults: tab stops become their default or nothing, choices their first. Throws if it
 * contains a variable (`$name`), which needs an editor.
 */
export function expandSnippet(body: string | readonly string[]): string {
  const source = typeof body === 'string' ? body : body.join('\n');
  const defaults = new Map<string, string>();
  let at = 0;
  const text = (end: string): string => {
    let made = '';
    while (at < source.length && source[at] !== end) {
      const char = source[at++];
      if (char === '\\') made += source[at++] ?? '';
      else if (char === '$') made += tabStop();
      else made += char;
    }
    return made;
  };
  const tabStop = (): string => {
    const found = /^(?:(\d+)|\{(\d+)(?:(:)|\|([^|]*)\|\}|\}))/.exec(source.slice(at));
    if (found === null) throw new Error(`No tab stop: $${source.slice(at, at + 20)}`);
    at += found[0].length;
    const id = found[1] ?? found[2] ?? '';
    if (found[3] !== undefined) {
      defaults.set(id, text('}'));
      at++;
    } else if (found[4] !== undefined) defaults.set(id, found[4].split(',')[0] ?? '');
    return defaults.get(id) ?? '';
  };
  return text('');
}
