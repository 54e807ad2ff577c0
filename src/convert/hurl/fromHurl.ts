import { pushAll } from '../../base/lists.ts';
import { ReqError } from '../../base/reqError.ts';
import { Paths, safeName } from '../import/layout/fileNames.ts';
import { Notes, type Converted, type ImportedFile, type ImportInput, type ImportNote, type AddNote } from '../import/importResult.ts';
import { writeRequestBlock } from '../import/layout/writeFile.ts';
import { RawNames } from '../text/literalText.ts';
import { readHurl } from './hurlFile.ts';
import { hurlRequest } from './hurlRequest.ts';

/**
 * Converts Hurl files: one `.req` file each, with its requests in order.
 * @throws {ReqError} if an input contains no request
 */
export function fromHurl(inputs: readonly ImportInput[]): Converted {
  const paths = new Paths();
  const files: ImportedFile[] = [];
  const all: ImportNote[] = [];
  const warned = new Set<string>();
  let requests = 0;
  for (const { path, text } of inputs) {
    const { entries, unread } = readHurl(text);
    if (entries.length === 0) throw new ReqError('parse', `${path} contains no request of Hurl, such as GET https://example.com.`);
    const notes = new Notes(path);
    const names = new RawNames((name) => text.includes(name));
    const target = paths.take(pathOf(path), '.req');
    const blocks = entries.map((entry, i) => {
      const addNote: AddNote = (level, message) => {
        if (level === 'warning') warned.add(`${target}#${i}`);
        notes.add(level, message, { line: entry.line });
      };
      for (const { line, text: left } of unread.filter((u) => u.entry === entry))
        addNote('warning', `Line ${line} cannot be read and is left out: ${left.slice(0, 80)}`);
      return writeRequestBlock(hurlRequest(entry, addNote), addNote, names);
    });
    for (const { line, text: left, entry } of unread)
      if (entry === undefined) notes.add('warning', `It is above the first request and is left out: ${left.slice(0, 80)}`, { line });
    requests += entries.length;
    files.push({ path: target, text: `${blocks.join('\n\n')}\n` });
    pushAll(all, notes.list());
  }
  return { name: 'hurl', files, notes: all, requests, whole: requests - warned.size, warned };
}

const pathOf = (path: string): string =>
  path
    .replace(/\.[^./]*$/, '')
    .split('/')
    .map(safeName)
    .join('/');
