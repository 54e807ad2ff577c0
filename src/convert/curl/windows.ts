import { PipelineBuilder, type Pipeline } from './pipeline.ts';
import { variableMark } from '../text/marks.ts';

/**
 * Parses a text like the Windows command prompt and a C program: `^` escapes and continues lines, `"…"` groups, `\"` is a quote. Never
 * throws.
 */
export function readCmd(text: string): readonly Pipeline[] {
  const builder = new PipelineBuilder();
  let at = 0;
  /** The command line of the program, which parses its own quoting. */
  let line = '';
  /** Inside quotes of the prompt, where its special characters are literal. */
  let quoted = false;
  const endCommand = (): void => {
    for (const word of programArguments(line)) builder.word(word, false);
    line = '';
    quoted = false;
  };
  while (at < text.length) {
    const c = text[at] as string;
    const variable = c === '%' ? variableAt(text, at) : undefined;
    if (variable !== undefined) {
      line += variableMark(variable);
      at += variable.length + 1;
    } else if (c === '\n') {
      endCommand();
      builder.next();
    } else if (quoted) {
      if (c === '"') quoted = false;
      line += c;
    } else if (c === '^') {
      at++;
      // A continuation makes the first character of the next line literal, even a line break.
      if (text[at] === '\n') at++;
      line += text[at] ?? '';
    } else if (c === '&' || c === '|') {
      endCommand();
      if (c === '|' && text[at + 1] !== '|') builder.pipe();
      else builder.next();
      if (text[at + 1] === c) at++;
    } else if (c === '>' || c === '<') {
      endCommand();
      const end = /[\n&|]|$/.exec(text.slice(at))?.index ?? 0;
      builder.note(text.slice(at, at + end).trim());
      at += end - 1;
    } else {
      if (c === '"') quoted = true;
      line += c;
    }
    at++;
  }
  endCommand();
  return builder.finish();
}

/** The name of a variable `%NAME%` at an offset; undefined for other text, such as that of an encoded URL: `%C3%A9`. */
function variableAt(text: string, at: number): string | undefined {
  const [, name = ''] = /^%([A-Za-z_]\w{0,100})%/.exec(text.slice(at, at + 110)) ?? [];
  const isEncoded = /^[\dA-F]{2}$/i.test(name) || (/^[\dA-F]{2}/i.test(name) && /^[\dA-F]{2}/i.test(text.slice(at + name.length + 2)));
  return name === '' || isEncoded ? undefined : name;
}

/** Splits a command line into arguments by the rules of Microsoft's C runtime. */
function programArguments(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const c = line[at] as string;
    if (c === '\\') {
      let end = at;
      while (line[end] === '\\') end++;
      const count = end - at;
      const beforeQuote = line[end] === '"';
      word = (word ?? '') + '\\'.repeat(beforeQuote ? count >> 1 : count);
      if (beforeQuote && count % 2 === 1) {
        word += '"';
        end++;
      }
      at = end - 1;
    } else if (c === '"') {
      word ??= '';
      if (quoted && line[at + 1] === '"') {
        word += '"';
        at++;
      } else quoted = !quoted;
    } else if (!quoted && (c === ' ' || c === '\t')) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + c;
  }
  if (word !== undefined) words.push(word);
  return words;
}

const powershellEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  e: '\u001b',
  '0': '\0',
};
const environmentVariable = /\$(?:env:([A-Za-z_]\w*)|\{env:([A-Za-z_]\w*)\})/iy;

/** Parses a text like PowerShell: a backtick escapes and continues lines, `'…'` is literal, `"…"` expands `$env:NAME`. Never throws. */
export function readPowerShell(text: string): readonly Pipeline[] {
  const builder = new PipelineBuilder();
  let at = 0;
  let word: string | undefined;
  let bare = true;
  const add = (more: string): void => void (word = (word ?? '') + more);
  const endWord = (): void => {
    // Up to PowerShell 7.2, programs read `\"` as `"`, so users write it.
    if (word !== undefined) builder.word(word.replaceAll('\\"', '"'), bare);
    word = undefined;
    bare = true;
  };
  while (at < text.length) {
    const c = text[at] as string;
    if (c === '`') {
      if (text[at + 1] !== '\n') add(powershellEscapes[text[at + 1] ?? ''] ?? text[at + 1] ?? '');
      at += 2;
    } else if (c === '@' && word === undefined && /^@['"]\n/.test(text.slice(at, at + 3))) {
      // A here-string; its quotes are on separate lines.
      const end = text.indexOf(`\n${text[at + 1]}@`, at + 2);
      if (end < 0) at = text.length;
      else {
        add(text.slice(at + 3, Math.max(at + 3, end)));
        bare = false;
        at = end + 3;
      }
    } else if (c === "'") {
      bare = false;
      add('');
      at++;
      for (; at < text.length && (text[at] !== "'" || text[at + 1] === "'"); at++) {
        if (text[at] === "'") at++;
        add(text[at] ?? '');
      }
      at++;
    } else if (c === '"') {
      bare = false;
      add('');
      at++;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        if (text[at] === '"') at++;
        else if (text[at] === '`') {
          add(powershellEscapes[text[at + 1] ?? ''] ?? text[at + 1] ?? '');
          at += 2;
          continue;
        } else if (text[at] === '$' && addVariable()) continue;
        add(text[at] ?? '');
        at++;
      }
      at++;
    } else if (c === '$' && addVariable()) continue;
    else if (c === '\n' || c === ';' || c === '|' || c === '&') {
      endWord();
      if (c === '|' && text[at + 1] !== '|') builder.pipe();
      // `& curl` is a call.
      else if (c !== '&' || text[at + 1] === '&') builder.next();
      at += text[at + 1] === c && c !== '\n' ? 2 : 1;
    } else if (c === '#' && word === undefined) {
      while (at < text.length && text[at] !== '\n') at++;
    } else {
      if (c === ' ' || c === '\t') endWord();
      else add(c);
      at++;
    }
  }
  endWord();
  return builder.finish();

  function addVariable(): boolean {
    environmentVariable.lastIndex = at;
    const m = environmentVariable.exec(text);
    if (m === null) return false;
    add(variableMark(m[1] ?? m[2] ?? ''));
    at += m[0].length;
    return true;
  }
}
