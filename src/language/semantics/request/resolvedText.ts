import type { TemplateText } from './requestSource.ts';

/** Text already resolved, as a template without placeholders. */
export const resolvedText = (text: string): TemplateText => ({
  written: text,
  template: { parts: text === '' ? [] : [{ kind: 'text', range: { start: 0, end: text.length }, text }], notPlaceholders: [] },
  inFile: false,
});
