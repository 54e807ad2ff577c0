import { MappedLines } from '../../base/text/mappedLines.ts';
import { LineIndex } from '../../base/text/text.ts';
import { diagnostic } from '../diagnostic.ts';
import { reparse } from '../incremental/reparse.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { parse } from '../syntax/parser.ts';

/** A file of another client converted to the text of a `.req` file. */
export interface ForeignText {
  readonly text: string;
  /** The lines of the file, without line breaks. */
  readonly source: readonly string[];
  /** For each line of `text`, its source line in the file. Zero-based. */
  readonly origins: readonly number[];
  /** Parts without an equivalent in Req. Lines count from 0. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** Converts the text of a file of another client. Never throws. */
export type ReadForeign = (file: string, text: string) => ForeignText;

/** Whether a file has the format of another client, and is read by `ReadForeign`. */
export const isForeign = (file: string): boolean => /\.(?:http|rest)$/i.test(file);

/** Excludes converted files of other clients: `a.http` beside `a.req`. */
export function withoutConverted(files: readonly string[]): readonly string[] {
  if (!files.some(isForeign)) return files;
  const all = new Set(files);
  return files.filter((file) => !isForeign(file) || !all.has(file.replace(/\.\w+$/, '.req')));
}

/** Whether a tree is that of another client's file: its text differs from the file's, so its edits do not apply to the file. */
export const isForeignTree = ({ lines }: Pick<DocumentTree, 'lines'>): boolean => lines instanceof MappedLines;

/**
 * Parses a file of another client. Offsets of the tree are those of the converted text; its lines and columns are those of the file.
 * @param old the tree of an earlier version
 */
export function parseForeign({ text, source, origins, problems }: ForeignText, old?: DocumentTree): DocumentTree {
  const tree = old === undefined ? parse(text) : reparse(old, text);
  const own = LineIndex.of(text);
  const lines = new MappedLines(text, own, { source, origins });
  const found = problems.map(({ line, message }) => {
    const start = lines.offsetAt(line, 0);
    const first = start + (/^[ \t]*/.exec(text.slice(start, start + 200))?.[0].length ?? 0);
    const end = /[\r\n]/.exec(text.slice(first))?.index;
    return diagnostic('dialect', 'warning', { start: first, end: end === undefined ? text.length : first + end }, message);
  });
  return { ...tree, lines, diagnostics: [...tree.diagnostics, ...found] };
}
