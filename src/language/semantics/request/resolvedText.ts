import type { TemplateText } from './requestSource.ts';

/** A template without placeholders, for a text that is already resolved. */
export const resolvedText = (text: string): TemplateText => ({
  written: text,
  template: { parts: text === '' ? [] : [{ kind: 'text', range: { start: 0, end: text.length }, text }], notPlaceholders: [] },
  inFile: false,
});
