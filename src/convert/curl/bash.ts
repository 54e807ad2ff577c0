import { readAnsiString } from './ansiString.ts';
import { PipelineBuilder, type Pipeline } from './curlCommands.ts';
import { variableMark, withoutMarks } from '../text/marks.ts';

const variable = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/y;
const operator = /&&|\|\||;;|\|&|&>>?|[0-9]?>>?&?[0-9-]?|<<<|<<-?|<|;|\||&|[()]/y;

/**
 * Reads a text as Bash would: quoting (`'…'`, `"…"`, `$'…'`), line continuations, comments, operators, here-documents.
 * Never fails; what a shell would run (`$(…)`) is kept as text and noted.
 */
export function readBash(text: string): readonly Pipeline[] {
  const builder = new PipelineBuilder();
  const documents: { readonly end: string; readonly literal: boolean; readonly tabs: boolean }[] = [];
  let at = 0;
  let word: string | undefined;
  let bare = true;
  /** Waits for the word that a redirection is to. */
  let redirection: string | undefined;
  /** A `$(` without its end was met: no other is looked for, which would cost the square of the text. */
  let unclosed = false;

  const add = (more: string): void => void (word = (word ?? '') + more);

  while (at < text.length) {
    const c = text[at] as string;
    if (c === '\n') {
      endWord();
      at++;
      readDocuments();
      builder.next();
    } else if (c === ' ' || c === '\t') {
      endWord();
      at++;
    } else if (c === '#' && word === undefined) {
      while (at < text.length && text[at] !== '\n') at++;
    } else if (c === '\\') {
      if (text[at + 1] === '\n') at += 2;
      else {
        bare = false;
        add(text[at + 1] ?? '');
        at += 2;
      }
    } else if (c === "'") {
      bare = false;
      const end = closing("'", at + 1);
      add(text.slice(at + 1, end));
      at = end + 1;
    } else if (c === '"') {
      bare = false;
      at++;
      at = readDouble(at);
    } else if (c === '$' || c === '`') at = dollar(at);
    else {
      operator.lastIndex = at;
      const found = operator.exec(text)?.[0];
      // A digit belongs to the operator only where it stands alone: `a2>b` is a word, then `>`.
      if (found === undefined || (/^[0-9]/.test(found) && word !== undefined)) {
        add(c);
        at++;
      } else {
        endWord();
        at += found.length;
        operate(found);
      }
    }
  }
  endWord();
  return builder.finish();

  function endWord(): void {
    if (word === undefined) return;
    if (redirection === undefined) builder.word(word, bare);
    else if (redirection === '<<<') builder.stdin(`${word}\n`);
    else if (redirection.startsWith('<<')) documents.push({ end: word, literal: !bare, tabs: redirection === '<<-' });
    else builder.note(`${redirection} ${word}`);
    redirection = undefined;
    word = undefined;
    bare = true;
  }

  function operate(found: string): void {
    if (found === '|' || found === '|&') builder.pipe();
    else if (/^[0-9]?[<>]|^&>/.test(found)) {
      if (/&[0-9-]$/.test(found)) builder.note(found);
      else redirection = found;
    } else if (found !== '(' && found !== ')') builder.next();
  }

  function closing(quote: string, from: number): number {
    const end = text.indexOf(quote, from);
    return end < 0 ? text.length : end;
  }

  /** Inside `"…"`, up to behind its end. */
  function readDouble(from: number): number {
    let i = from;
    add('');
    while (i < text.length && text[i] !== '"') {
      const c = text[i] as string;
      const next = text[i + 1];
      if (c === '\\' && next !== undefined && '$`"\\\n'.includes(next)) {
        if (next !== '\n') add(next);
        i += 2;
      } else if (c === '$' || c === '`') i = dollar(i, true);
      else {
        add(c);
        i++;
      }
    }
    return i + 1;
  }

  /** `$NAME`, `$'…'`, `$(…)`, a backtick; gives where reading goes on. */
  function dollar(from: number, quoted = false): number {
    const next = text[from + 1];
    if (!quoted && text[from] === '$' && next === "'") {
      bare = false;
      const read = readAnsiString(text, from + 2);
      if (!read.utf8) builder.note("bytes in $'…' that are not UTF-8");
      add(withoutMarks(read.text));
      return read.end;
    }
    if (!quoted && text[from] === '$' && next === '"') return from + 1;
    variable.lastIndex = from;
    const name = variable.exec(text);
    if (name !== null) {
      add(variableMark(name[1] ?? name[2] ?? ''));
      return from + name[0].length;
    }
    const end = commandEnd(from);
    if (end > from + 1) builder.note(`${text.slice(from, end)}, which a shell would fill in`);
    add(text.slice(from, end));
    return end;
  }

  /** Behind `$(…)`, `${…}` or a pair of backticks; behind the sign itself where it is none of these. */
  function commandEnd(from: number): number {
    if (text[from] === '`') return Math.min(closing('`', from + 1) + 1, text.length);
    const close = text[from + 1] === '(' ? ')' : text[from + 1] === '{' ? '}' : undefined;
    if (close === undefined || unclosed) return from + 1;
    let depth = 0;
    for (let i = from + 1; i < text.length; i++) {
      if (text[i] === text[from + 1]) depth++;
      else if (text[i] === close && --depth === 0) return i + 1;
    }
    unclosed = true;
    return from + 1;
  }

  /** The here-documents that the line before asked for. */
  function readDocuments(): void {
    for (const { end, literal, tabs } of documents.splice(0)) {
      const lines: string[] = [];
      for (;;) {
        if (at >= text.length) break;
        const lineEnd = closing('\n', at);
        const line = tabs ? text.slice(at, lineEnd).replace(/^\t+/, '') : text.slice(at, lineEnd);
        at = lineEnd + 1;
        if (line === end) break;
        lines.push(`${line}\n`);
      }
      const content = lines.join('');
      builder.stdin(literal ? content : expand(content));
    }
  }
}

/** Variables and escapes of a here-document whose end is not quoted. */
function expand(content: string): string {
  return content.replace(/\\([$`\\\n])|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g, (_, escaped?: string, name?: string, braced?: string) =>
    escaped === undefined ? variableMark(name ?? braced ?? '') : escaped === '\n' ? '' : escaped,
  );
}
