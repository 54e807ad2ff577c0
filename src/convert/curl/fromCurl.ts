import type { Command, Pipeline } from './pipeline.ts';
import { fileMark, hasFiles, hasVariables, piecesOf, variableMark } from '../text/marks.ts';
import { readCommand } from './readCommand.ts';
import { requestOf } from './requestOf.ts';
import { readShell } from './shell.ts';
import { shellVariables, writeRequest, type WrittenRequest } from '../text/write.ts';

/** The requests of a text with curl commands. */
export interface FromCurl {
  /** One per URL. */
  readonly requests: readonly WrittenRequest[];
  /** Notes that belong to no request. */
  readonly notes: readonly string[];
}

export interface FromCurlOptions {
  /** Line break of the target file; default `\n`. */
  readonly eol?: '\n' | '\r\n';
}

/**
 * Converts curl commands copied from Bash, the Windows command prompt or PowerShell to requests. Never throws. Notes list all parts that
 * are not converted.
 */
export function fromCurl(text: string, options: FromCurlOptions = {}): FromCurl {
  const requests: WrittenRequest[] = [];
  const notes: string[] = [];
  const variables = new Map<string, string>();
  for (const pipeline of readShell(text)) {
    const curl = findCurl(pipeline);
    if (curl === undefined) {
      for (const command of pipeline.flat()) {
        if (assign(command, variables)) notes.push(...command.notes.map(sentence));
        else notes.push(`${shown(command.words)} is left out.`);
      }
      continue;
    }
    const { stage, call } = curl;
    const words = call.words.map((w) => filled(w, variables));
    const at = words.findIndex(isCurl);
    for (const word of words.slice(0, at)) {
      const assignment = assignmentOf(word);
      if (assignment !== undefined) notes.push(`${word} is left out.`);
    }
    const stdin = call.stdin ?? (stage > 0 ? producedBy(pipeline[stage - 1] as readonly Command[], variables) : undefined);
    const said = call.notes.map(sentence);
    for (const { words: after } of pipeline.slice(stage + 1).flat()) said.push(`The response is not piped: | ${shown(after)}`);
    if (stage > 0 && stdin === undefined) said.push(`${shown(pipeline[stage - 1]?.[0]?.words ?? [])} | is left out.`);
    let comments = call.comments.filter((c) => c !== '');
    for (const operation of readCommand(words.slice(at + 1), stdin === undefined ? undefined : filled(stdin, variables))) {
      if (operation.urls.length === 0) notes.push('This curl command has no URL.', ...operation.notes);
      for (const url of operation.urls) {
        if (requests.length === most) {
          notes.push(`Only the first ${most} requests are written.`);
          break;
        }
        const written = writeRequest(requestOf(operation, url), options.eol ?? '\n');
        requests.push({ ...written, notes: [...written.notes, ...said], comments });
        comments = [];
      }
    }
  }
  return { requests, notes: [...new Set(notes)] };
}

const sentence = (note: string): string => (note.endsWith('.') ? note : `${note} is left out.`);

/** Maximum requests of one text: each has a copy of the body, so a short text could become very long. */
const most = 100;

const isCurl = (word: string): boolean => /^(?:[^\s]*[\\/])?curl(?:\.exe)?$/i.test(word);

const wrappers = new Set(['sudo', 'time', 'env', 'command', 'winpty', 'exec']);

function findCurl(pipeline: Pipeline): { readonly stage: number; readonly call: Command } | undefined {
  for (const [stage, commands] of pipeline.entries()) {
    for (const call of commands) {
      const first = call.words.findIndex((w) => !wrappers.has(w) && assignmentOf(w) === undefined);
      if (first >= 0 && isCurl(call.words[first] as string)) return { stage, call };
    }
  }
  return undefined;
}

function assignmentOf(word: string): readonly [name: string, value: string] | undefined {
  const m = /^([A-Za-z_]\w*)=([^]*)$/.exec(word);
  return m === null ? undefined : [m[1] ?? '', m[2] ?? ''];
}

/** Stores `NAME=value` on its own line for later lines; false for other commands. */
function assign(command: Command, variables: Map<string, string>): boolean {
  const words = command.words[0] === 'export' ? command.words.slice(1) : command.words;
  const assignments = words.map(assignmentOf);
  if (assignments.length === 0 || assignments.includes(undefined)) return false;
  for (const a of assignments) if (a !== undefined) variables.set(a[0], filled(a[1], variables));
  return true;
}

/** Substitutes variables that the text itself sets. */
function filled(word: string, variables: ReadonlyMap<string, string>): string {
  if (!hasVariables(word)) return word;
  return piecesOf(word)
    .map((p) => (p.kind === 'variable' ? (variables.get(p.text) ?? variableMark(p.text)) : p.mark))
    .join('');
}

/** The output of commands before a pipe, if known: `printf %s TEXT`, `echo TEXT`, `cat FILE`. */
function producedBy(commands: readonly Command[], variables: ReadonlyMap<string, string>): string | undefined {
  let out = '';
  for (const { words: written, stdin } of commands) {
    const [name, ...words] = written.map((w) => filled(w, variables));
    if (name === 'printf' && words[0] === '%s' && words.length === 2) out += words[1];
    else if (name === 'printf' && words[0] === '%b' && words.length === 2) out += withEscapes(words[1] ?? '');
    else if (name === 'echo' && !words[0]?.startsWith('-')) out += `${words.join(' ')}\n`;
    else if (name === 'echo' && words[0] === '-n') out += words.slice(1).join(' ');
    else if (name === 'cat' && words.length === 0 && stdin !== undefined) out += stdin;
    else if (name === 'cat' && words.length > 0 && !words.some((w) => w.startsWith('-'))) out += words.map(fileMark).join('');
    else return undefined;
  }
  return out;
}

/** Decodes the escapes of `printf %b` for backslashes and bytes. Others are rare and stay. */
const withEscapes = (text: string): string =>
  text.replace(/\\(?:0([0-7]{1,3})|(\\))/g, (_, octal?: string) =>
    octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
  );

function shown(words: readonly string[]): string {
  const text = words
    .map((w) =>
      piecesOf(w)
        .map((p) => (p.kind === 'variable' ? `$${p.text}` : p.text))
        .join(''),
    )
    .join(' ');
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/**
 * The requests as text of a `.req` file, with notes as comments above them. The comment above a command is the title. Empty if there are
 * none.
 */
export function requestsText(converted: FromCurl, eol: '\n' | '\r\n' = '\n'): string {
  const comments = (notes: readonly string[]): string => notes.map((n) => `# ${oneLine(n)}${eol}`).join('');
  let text = comments(converted.notes);
  let isNoted = false;
  for (const [i, { comments: above = [], notes, text: request }] of converted.requests.entries()) {
    const [title, ...others] = above.map(oneLine);
    const isTitled = title !== undefined && title !== '';
    const separator = isTitled ? `### ${title}${eol}` : i === 0 ? '' : `###${eol}${eol}`;
    // The same for all commands: once is enough.
    const own = notes.filter((n) => n !== shellVariables || !isNoted);
    isNoted ||= notes.includes(shellVariables);
    text += `${i === 0 ? '' : eol + eol}${separator}${comments([...others, ...own])}${request}`;
  }
  return converted.requests.length === 0 ? '' : text;
}

/** Notes may quote hostile text, so they must stay one line and not become a directive. */
const oneLine = (note: string): string =>
  withVariables(note)
    .replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')
    .replace(/^[@#\s]+/, '');

const withVariables = (text: string): string =>
  hasVariables(text) || hasFiles(text)
    ? piecesOf(text)
        .map((p) => (p.kind === 'variable' ? `$${p.text}` : p.text))
        .join('')
    : text;
