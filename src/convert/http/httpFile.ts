import { variableName } from '../import/layout/fileNames.ts';
import type { FileFacts } from './fileFacts.ts';
import { fragmentsIn } from './httpFragments.ts';
import { BlockWriter, type AddLineNote } from './httpBlock.ts';
import type { OutLine } from './outLines.ts';

/** A `.http` file as lines of a `.req` file. */
export interface HttpFile {
  /** With the indices of their lines in the `.http` file. */
  readonly lines: readonly OutLine[];
  readonly requests: number;
  /** Indices of the blocks of requests with warnings. */
  readonly warned: readonly number[];
}

export const linesIn = (text: string): readonly string[] => text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);

/** The names of requests that a file has or refers to. */
export const requestNamesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/^(?:#|\/\/)\s*@(?:name|ref|forceRef)[ \t=]+(\S+)/gm), (m) => m[1] ?? '');

/** Rewrites a `.http` file line by line, for the import and for the view of an open file. */
export function writeHttpFile(
  text: string,
  of: Omit<FileFacts, 'renamed' | 'redefined' | 'fragments' | 'variables'>,
  addNote: AddLineNote,
): HttpFile {
  const lines = linesIn(text);
  const variables = of.dialect === 'httpyac' ? new Set([...variableNamesIn(text), ...of.environmentNames]) : undefined;
  const facts: FileFacts = {
    ...of,
    ...(variables && { variables }),
    renamed: renamedIn(lines),
    redefined: redefinedIn(lines),
    fragments: fragmentsIn(lines),
  };
  const begins = facts.dialect === 'httpyac' ? requestsWithin(lines) : new Set<number>();
  const out: OutLine[] = [];
  let requests = 0;
  const warnedBlocks: number[] = [];
  let index = 0;
  for (let from = 0; from < lines.length;) {
    let to = from + 1;
    while (to < lines.length && !lines[to]?.startsWith('###') && !begins.has(to)) to++;
    let warned = false;
    const block = new BlockWriter(lines.slice(from, to), from + 1, facts, (level, message, line) => {
      warned ||= level === 'warning';
      addNote(level, message, line);
    });
    if (begins.has(from)) {
      addNote('information', 'A separator line is added between the two requests.', from + 1);
      out.push({ text: '###', at: from });
    }
    for (const written of block.write()) out.push({ text: written.text, at: from + written.at });
    if (block.isRequest) {
      requests++;
      if (warned) warnedBlocks.push(index);
    }
    index++;
    from = to;
  }
  return { lines: out, requests, warned: warnedBlocks };
}

const definition = /^\s*@([^\s=]+)\s*=/;

/** The names of variables that a file of httpYac sets or uses. */
const variableNamesIn = (text: string): readonly string[] =>
  Array.from(
    text.matchAll(/^[ \t]*@([A-Za-z_]\w*)[ \t]*:?=|\bexports\.([A-Za-z_]\w*)|\{\{[ \t]*([A-Za-z_]\w*)/gm),
    (m) => m[1] ?? m[2] ?? m[3] ?? '',
  );

/** New names of variables whose names are invalid in Req. */
function renamedIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const line of lines) {
    const name = definition.exec(line)?.[1];
    if (name !== undefined && variableName(name) !== name) names.set(name, variableName(name));
  }
  return names;
}

/** The last definition of each name that is defined several times; lines from 1. */
function redefinedIn(lines: readonly string[]): ReadonlyMap<string, number> {
  const names = new Set<string>();
  const last = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    const name = definition.exec(line)?.[1];
    if (name === undefined) continue;
    if (names.has(name)) last.set(name, i + 1);
    names.add(name);
  }
  return last;
}

const requestLine = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|GRAPHQL)[ \t]+\S/;

/** First lines of requests that httpYac allows without a separator, including comments above them. */
function requestsWithin(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let open = false;
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('###')) open = false;
    if (!requestLine.test(line)) continue;
    if (open) {
      let from = i;
      while (/^(?:#(?!##)|\/\/|@[^\s=]+\s*=)/.test(lines[from - 1] ?? '')) from--;
      found.add(from);
    }
    open = true;
  }
  return found;
}
