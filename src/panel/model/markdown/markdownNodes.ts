/** The content of a line of Markdown. Addresses are data: nothing is fetched or opened. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'strike'; readonly of: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly of: readonly Inline[] }
  | { readonly kind: 'image'; readonly url: string; readonly alt: string }
  | { readonly kind: 'break' };

export type Align = 'left' | 'center' | 'right' | null;

export interface ListItem {
  /** Of a task: whether it is done. */
  readonly checked: boolean | null;
  readonly blocks: readonly Block[];
}

/** Texts of `source` are Markdown for `inlinesOf`. */
export type Block =
  | { readonly kind: 'paragraph'; readonly source: string }
  | { readonly kind: 'heading'; readonly level: number; readonly source: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly tight: boolean; readonly items: readonly ListItem[] }
  | {
      readonly kind: 'table';
      readonly align: readonly Align[];
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'rule' }
  /** Raw HTML, shown as source. */
  | { readonly kind: 'html'; readonly text: string };

/** Addresses by the lower-cased label of their definition (`[label]: address`). */
export type Definitions = ReadonlyMap<string, string>;

/** A label in the form for comparing definitions and references (CommonMark §4.7): ẞ and SS are equal. */
export const labelOf = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
