import { pushAll } from '../../base/lists.ts';
import { Paths } from '../import/fileNames.ts';
import { Notes, type ImportedFile, type ImportInput, type ImportNote } from '../import/importResult.ts';
import type { CurlLines, FileFacts } from './fileFacts.ts';
import { BlockWriter } from './httpBlock.ts';
import { dialectNames, dialectOf } from './dialect.ts';
import { fragmentsIn } from './httpFragments.ts';
import { variableName } from '../import/fileNames.ts';

/** The `.req` files of `.http` files. */
export interface FromHttp {
  readonly files: readonly ImportedFile[];
  readonly notes: readonly ImportNote[];
  readonly requests: number;
  readonly whole: number;
  /** Blocks with warnings, `path#index`. */
  readonly warned: ReadonlySet<string>;
}

/**
 * Rewrites `.http` and `.rest` files line by line, so that each request is the one that their client sends. Comments and layout
 * stay. Differences are noted with their line.
 * @param environmentNames variables of the environments, which shadow those of a file in some clients
 */
export function fromHttp(inputs: readonly ImportInput[], curl: CurlLines, environmentNames: ReadonlySet<string>): FromHttp {
  const paths = new Paths();
  const names = new Set(inputs.flatMap(({ text }) => Array.from(text.matchAll(/^(?:#|\/\/)\s*@name[ \t=]+(\S+)/gm), (m) => m[1] ?? '')));
  let requests = 0;
  let whole = 0;
  const warnedBlocks = new Set<string>();
  const all: ImportNote[] = [];
  const files = inputs.map((input): ImportedFile => {
    const notes = new Notes(input.path);
    const dialect = dialectOf(input.text);
    notes.add('information', `Read as a file of ${dialectNames[dialect]}.`);
    if (/^<@?\s+\.|\$dotenv/m.test(input.text))
      notes.add('information', 'Files that it names, and .env, are looked up beside the .req file.');
    const lines = input.text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
    const facts: FileFacts = {
      dialect,
      requests: names,
      renamed: renamedIn(lines),
      redefined: redefinedIn(lines),
      environmentNames,
      curl,
      fragments: fragmentsIn(lines),
    };
    const begins = dialect === 'httpyac' ? requestsWithin(lines) : new Set<number>();
    const out: string[] = [];
    const base = input.path.replace(/\.(?:http|rest)$/i, '').replace(/(^|\/)(collection|folder)$/i, '$1$2-1');
    const path = paths.take(base, '.req');
    let index = 0;
    for (let from = 0; from < lines.length;) {
      let to = from + 1;
      while (to < lines.length && !lines[to]?.startsWith('###') && !begins.has(to)) to++;
      let warned = false;
      const block = new BlockWriter(lines.slice(from, to), from + 1, facts, (level, message, line) => {
        warned ||= level === 'warning';
        notes.add(level, message, { line });
      });
      if (begins.has(from)) {
        notes.add('information', 'A separator line is added between the two requests.', { line: from + 1 });
        out.push('###');
      }
      for (const written of block.write()) out.push(written);
      if (block.isRequest) {
        requests++;
        if (warned) warnedBlocks.add(`${path}#${index}`);
        else whole++;
      }
      index++;
      from = to;
    }
    pushAll(all, notes.list());
    const eol = /\r\n/.test(input.text) ? '\r\n' : '\n';
    return { path, text: out.join(eol) };
  });
  return { files, notes: all, requests, whole, warned: warnedBlocks };
}

const definition = /^\s*@([^\s=]+)\s*=/;

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

/** Lines where httpYac begins a request without a separator, comments above it included. */
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
