import type { Range } from '../../../base/text/text.ts';

/** Kind of an item; it selects the icon. */
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
  | 'type'
  | 'name'
  | 'directive'
  | 'keyword'
  | 'operator'
  | 'file'
  | 'folder';

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Shown after the label: a value or a form. */
  readonly detail?: string | undefined;
  /** Shown at the right: the origin or a summary. */
  readonly note?: string | undefined;
  /** Markdown, created when the user selects the item. */
  readonly documentation?: (() => string) | undefined;
  /** Replaces `range`. */
  readonly insertText: string;
  /** `insertText` is a snippet of the Language Server Protocol: `$1`, `${1:name}`. */
  readonly snippet?: boolean;
  /** Within one line; contains the offset. */
  readonly range: Range;
  /** Compared with the text of `range` before the offset. Defaults to the label. */
  readonly filterText?: string;
  /** Reopens the list after the item is inserted. */
  readonly again?: boolean;
  /** Characters that accept the item and are typed after it. */
  readonly commit?: readonly string[];
  /** Lower ranks come first; items of equal rank keep their order. */
  readonly rank?: number;
}

/** Icon of each kind, named as in VS Code and the Language Server Protocol. */
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
  type: 'Class',
  name: 'Variable',
  directive: 'Keyword',
  keyword: 'Keyword',
  operator: 'Operator',
  file: 'File',
  folder: 'Folder',
} as const satisfies Readonly<Record<CompletionKind, string>>;

export interface ShownItem {
  readonly picture: (typeof pictures)[CompletionKind];
  readonly detail: string | undefined;
  /** Keeps the order of the list. */
  readonly sortText: string;
}

export const shownItem = ({ kind, detail }: CompletionItem, index: number): ShownItem => ({
  picture: pictures[kind],
  detail: detail?.trim(),
  sortText: String(index).padStart(4, '0'),
});

/** Completion items, the most likely first. */
export interface Completions {
  readonly items: readonly CompletionItem[];
  /** Items were omitted: request the list again after more typing. */
  readonly incomplete: boolean;
}

/** Escapes text for a snippet. */
export const plain = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

/** A snippet with a tab stop in each pair of quotes and at each secret name. */
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

/** A snippet as plain text, for editors without snippets: placeholder texts stay, tab stops are removed. */
export const withoutStops = (snippet: string): string =>
  snippet.replace(/\\([\\$}])|\$(?:\{\d(?::([^}\\]*))?\}|\d)/g, (_, escaped?: string, name?: string) => escaped ?? name ?? '');

/** The text to insert; a snippet if it has parts to fill in. */
export function insertion(text: string): Pick<CompletionItem, 'insertText' | 'snippet'> {
  const snippet = /""|\$secret\.\w/.test(text);
  return { insertText: snippet ? toSnippet(text) : text, snippet };
}
