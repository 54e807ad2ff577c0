import type { HeaderPair } from './exchangeFacts.ts';

/** What a body, or a part of one, is looked at as. `bytes` and `text` are what has no better picture. */
export type ContentKind = 'html' | 'markdown' | 'table' | 'image' | 'audio' | 'video' | 'pdf' | 'multipart' | 'text' | 'bytes' | 'empty';

/** How a text is coloured. */
export type TextLanguage = 'json' | 'xml' | 'html' | 'css' | 'javascript' | 'plain';

export interface PanelContent {
  readonly kind: ContentKind;
  /** By which it is shown: the one that was sent, or what its first bytes say. */
  readonly mediaType: string;
  readonly language: TextLanguage;
  /** Bytes. */
  readonly size: number;
  /** What is odd about it, or why not all of it is shown. */
  readonly note: string | null;
  /** Pages of a PDF where they are easily counted; what separates the cells of a table. */
  readonly detail: string | null;
}

/** A part of a multipart body. */
export interface PanelPart {
  readonly headers: readonly HeaderPair[];
  /** Of the field or file it is, where its headers say so. */
  readonly name: string | null;
  readonly content: PanelContent;
}

/** What a body depicts. The parts are numbered from 1; 0 is the body itself. */
export interface PanelPreview {
  readonly content: PanelContent;
  readonly parts: readonly PanelPart[];
}

/** A piece of what is looked at. */
export type PreviewData =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] };
