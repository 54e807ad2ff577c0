import { isObjectValue, valueToText, type Value } from '../../../base/values/value.ts';
import { visibleText } from '../../../base/text/visible.ts';
import { ReqError, type Failure } from '../../../base/reqError.ts';
import { contentOf, isRequest, type Block, type DocumentTree, type Span } from '../../syntax/nodes.ts';
import type { DataRow } from './dataRows.ts';

/** A file that `# @data` names. */
export type DataFile =
  | {
      readonly kind: 'rows';
      /** Absolute. */
      readonly file: string;
      /** Never empty. */
      readonly rows: readonly DataRow[];
      /** The row for sends and previews. */
      readonly chosen: DataRow;
    }
  | { readonly kind: 'problem'; readonly file: string; readonly failure: Failure };

/** The data files of a request file, by their paths as written. */
export type DataFiles = ReadonlyMap<string, DataFile>;

export const noData: DataFiles = new Map();

/** The last `# @data` of a block; undefined without an argument. */
const argumentOf = (block: Block): Span | undefined => contentOf(block).directives.findLast((d) => d.name.text === 'data')?.argument;

/** The path of the `# @data` that applies to a block: its own, else that of the file's first block. */
export function dataPathOf(
  tree: DocumentTree,
  block: Block,
): { readonly path: string; readonly isOwn: boolean; readonly in: Block } | undefined {
  const own = argumentOf(block);
  const [first] = tree.blocks;
  const outer = own === undefined && first !== undefined && !isRequest(first) ? argumentOf(first) : undefined;
  const path = (own ?? outer)?.text;
  return path === undefined || path === 'none'
    ? undefined
    : { path, isOwn: own !== undefined, in: own === undefined ? (first as Block) : block };
}

interface DataContext {
  readonly tree: DocumentTree;
  readonly file: string;
  readonly block: Block;
  /** Absent if no file was read. */
  readonly data?: DataFiles;
}

/** The `# @data` of a block, with its rows; undefined without data. */
export const dataOf = ({ tree, block, data }: DataContext): DataFile | undefined => {
  const named = dataPathOf(tree, block);
  return named === undefined ? undefined : data?.get(named.path);
};

/** The row of `# @data` that a send of the request uses; undefined without data, or if it cannot be read. */
export function chosenRow(context: DataContext): DataRow | undefined {
  const data = dataOf(context);
  return data?.kind === 'rows' ? data.chosen : undefined;
}

/**
 * The rows of the `# @data` of a request; undefined without data.
 * @throws {ReqError} if the file cannot be used
 */
export function rowsOf(context: DataContext): readonly DataRow[] | undefined {
  const data = dataOf(context);
  if (data?.kind !== 'problem') return data?.rows;
  const { kind, message, ...more } = data.failure;
  throw new ReqError(kind, message, { ...more, at: more.at ?? placeOfData(context) });
}

function placeOfData({ tree, file, block }: DataContext): NonNullable<Failure['at']> {
  const directive = (dataPathOf(tree, block)?.in ?? block).directives.findLast((d) => d.name.text === 'data');
  const { line, column } = tree.lines.positionAt((directive ?? block).range.start);
  return { file, line: line + 1, column: column + 1 };
}

const mostColumns = 4;
const longestValue = 24;

/** Data to hide in the names of rows. */
export interface RowNaming {
  readonly isHidden: (column: string) => boolean;
  /** Masks the secrets used so far in a text. */
  readonly mask: (text: string) => string;
}

/** A row's name: `name=Ada, age=3`. Without hidden columns; if there are no others, the place of the row. */
export function rowName({ values, origin }: DataRow, { isHidden, mask }: RowNaming): string {
  const shown = [...values].filter(([column, value]) => !isHidden(column) && !isObjectValue(value));
  const parts = shown.slice(0, mostColumns).map(([column, value]) => `${visibleText(mask(column))}=${shortText(value, mask)}`);
  if (parts.length === 0) return origin.option;
  return `${parts.join(', ')}${shown.length > parts.length ? ', …' : ''}`;
}

function shortText(value: Value, mask: RowNaming['mask']): string {
  const text = visibleText(mask(valueToText(value))).replaceAll(/\s+/g, ' ');
  const short = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  return short === '' || /[,="]/.test(short) ? JSON.stringify(short) : short;
}
