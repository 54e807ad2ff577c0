/** The value of the selected nodes: the text of one of them, counted from 0, the list of all texts, or their number. */
export type MarkupPick = number | 'all' | 'count';

/** `xpath("//user/@id")[0]`: selects nodes of an XML or HTML document. */
export interface MarkupQuery {
  readonly language: 'xpath' | 'css';
  readonly expression: string;
  /** The attribute of `css("a::attr(href)")`. */
  readonly attribute?: string;
  readonly pick: MarkupPick;
}

export interface MarkupDocument {
  readonly text: string;
  readonly kind: 'html' | 'xml';
}

export interface MarkupJob {
  readonly document: MarkupDocument;
  readonly query: MarkupQuery;
}

export type MarkupValue = string | number | boolean | readonly string[];

export type MarkupReply =
  | { readonly kind: 'begun' }
  | { readonly kind: 'done'; readonly value: MarkupValue }
  /** No node is selected. */
  | { readonly kind: 'missing' }
  /** The document cannot be read, the expression is wrong, or a limit is exceeded. */
  | { readonly kind: 'failed'; readonly of: 'document' | 'expression'; readonly message: string };
