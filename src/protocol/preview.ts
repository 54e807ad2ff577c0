import type { HeaderPair } from './headerPair.ts';

/** The kind of preview of a body or a part. `bytes` and `text` have no better preview. */
export type ContentKind = 'html' | 'markdown' | 'table' | 'image' | 'audio' | 'video' | 'pdf' | 'multipart' | 'text' | 'bytes' | 'empty';

/** The language for syntax colors. */
export type TextLanguage = 'json' | 'xml' | 'html' | 'css' | 'javascript' | 'plain';

export interface PanelContent {
  readonly kind: ContentKind;
  /** From `Content-Type`, or detected from the first bytes. */
  readonly mediaType: string;
  readonly language: TextLanguage;
  /** In bytes. */
  readonly size: number;
  /** A problem of the content, or why it is shown in part. */
  readonly note: string | null;
  /** The number of pages of a PDF, or the separator of a table. */
  readonly detail: string | null;
}

export interface PanelPart {
  readonly headers: readonly HeaderPair[];
  readonly name: string | null;
  readonly content: PanelContent;
}

/** The preview of a body. Parts are numbered from 1; 0 is the body itself. */
export interface PanelPreview {
  readonly content: PanelContent;
  readonly parts: readonly PanelPart[];
}

export type PreviewData =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] };
