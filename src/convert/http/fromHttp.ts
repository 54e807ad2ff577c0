import { pushAll } from '../../base/lists.ts';
import { Paths } from '../import/layout/fileNames.ts';
import { Notes, type ImportedFile, type ImportInput, type ImportNote } from '../import/importResult.ts';
import type { CurlLines } from './fileFacts.ts';
import { dialectNames, dialectOf } from './dialect.ts';
import { requestNamesIn, writeHttpFile } from './httpFile.ts';

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
 * Rewrites `.http` and `.rest` files line by line, so that each request is the same as in its client. Comments and layout stay. Differences
 * are noted with their line.
 * @param environmentNames variables of the environments, which shadow those of a file in some clients
 */
export function fromHttp(inputs: readonly ImportInput[], curl: CurlLines, environmentNames: ReadonlySet<string>): FromHttp {
  const paths = new Paths();
  const names = new Set(inputs.flatMap(({ text }) => requestNamesIn(text)));
  let requests = 0;
  let whole = 0;
  const warnedBlocks = new Set<string>();
  const all: ImportNote[] = [];
  const files = inputs.map((input): ImportedFile => {
    const notes = new Notes(input.path);
    const dialect = dialectOf(input.text, input.dialect);
    notes.add('information', `Read as a file of ${dialectNames[dialect]}.`);
    if (/^<@?\s+\.|\$dotenv/m.test(input.text))
      notes.add('information', 'Files that it names, and .env, are looked up beside the .req file.');
    const base = input.path.replace(/\.(?:http|rest)$/i, '').replace(/(^|\/)(collection|folder)$/i, '$1$2-1');
    const path = paths.take(base, '.req');
    const file = writeHttpFile(input.text, { dialect, requests: names, environmentNames, curl }, (level, message, line) =>
      notes.add(level, message, { line }),
    );
    requests += file.requests;
    whole += file.requests - file.warned.length;
    for (const index of file.warned) warnedBlocks.add(`${path}#${index}`);
    pushAll(all, notes.list());
    const eol = /\r\n/.test(input.text) ? '\r\n' : '\n';
    return { path, text: file.lines.map(({ text }) => text).join(eol) };
  });
  return { files, notes: all, requests, whole, warned: warnedBlocks };
}
