import type { Range } from '../../../base/text.ts';

/** What an item is, for its picture. */
export type CompletionKind =
  | 'method'
  | 'url'
  | 'header'
  | 'value'
  | 'variable'
  | 'secret'
  | 'dynamic'
  | 'filter'
  | 'property'
  | 'request'
  | 'directive'
  | 'keyword'
  | 'operator'
  | 'file'
  | 'folder';

/** One thing that can be written at a place. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Stands behind the label: a value, a form. */
  readonly detail?: string | undefined;
  /** Stands at the right: where it comes from, or what it is. */
  readonly note?: string | undefined;
  /** Markdown, made when somebody looks at it. */
  readonly documentation?: (() => string) | undefined;
  /** Takes the place of `range`. */
  readonly insertText: string;
  /** `insertText` is a snippet of the Language Server Protocol: `$1`, `${1:name}`. */
  readonly snippet?: boolean;
  /** In one line, and holds the offset. */
  readonly range: Range;
  /** What is compared with the text of `range` before the offset; the label where it is absent. */
  readonly filterText?: string;
  /** Once it stands there, there is more to choose. */
  readonly again?: boolean;
  /** Characters that take the item and are typed behind it. */
  readonly commit?: readonly string[];
  /** Items of a lower rank come first; those of one rank as they are listed. */
  readonly rank?: number;
}

/** The picture of each kind, by the name that VS Code and the Language Server Protocol both have for it. */
const pictures = {
  method: 'Method',
  url: 'Reference',
  header: 'Field',
  value: 'Value',
  variable: 'Variable',
  secret: 'Constant',
  dynamic: 'Function',
  filter: 'Operator',
  property: 'Property',
  request: 'Event',
  directive: 'Keyword',
  keyword: 'Keyword',
  operator: 'Operator',
  file: 'File',
  folder: 'Folder',
} as const satisfies Readonly<Record<CompletionKind, string>>;

/** What every editor shows alike of the `index`-th item of a list. */
export interface ShownItem {
  readonly picture: (typeof pictures)[CompletionKind];
  readonly detail: string | undefined;
  /** Ours come as they are sorted. */
  readonly sortText: string;
}

export const shownItem = ({ kind, detail }: CompletionItem, index: number): ShownItem => ({
  picture: pictures[kind],
  detail: detail?.trim(),
  sortText: String(index).padStart(4, '0'),
});

/** What can be written at a place, the likeliest first. */
export interface Completions {
  readonly items: readonly CompletionItem[];
  /** There is more than is listed: ask again when more has been typed. */
  readonly incomplete: boolean;
}

/** Text that stands for itself in a snippet. */
export const plain = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

/** A snippet in which one types between each pair of quotes, and may name each secret. */
function toSnippet(text: string): string {
  let stop = 0;
  return text
    .split(/(""|\$secret\.\w+)/)
    .map((piece, i) => {
      if (i % 2 === 0) return plain(piece);
      stop++;
      return piece === '""' ? `"$${stop}"` : `\\$secret.\${${stop}:${piece.slice(8)}}`;
    })
    .join('');
}

/** A snippet as plain text, for editors that have none: its names stay, its stops are gone. */
export const withoutStops = (snippet: string): string =>
  snippet.replace(/\\([\\$}])|\$(?:\{\d(?::([^}\\]*))?\}|\d)/g, (_, escaped?: string, name?: string) => escaped ?? name ?? '');

/** What is inserted: a snippet where the text has places to fill in. */
export function insertion(text: string): Pick<CompletionItem, 'insertText' | 'snippet'> {
  const snippet = /""|\$secret\.\w/.test(text);
  return { insertText: snippet ? toSnippet(text) : text, snippet };
}
