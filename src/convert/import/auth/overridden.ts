import type { HeaderDraft } from '../draft.ts';

/** The headers of a request whose authentication replaces a header `Authorization`, which becomes a comment. */
export const withoutOverridden = (headers: readonly HeaderDraft[]): readonly HeaderDraft[] =>
  headers.map((header) => (header.name.trim().toLowerCase() === 'authorization' ? { ...header, disabled: true } : header));
