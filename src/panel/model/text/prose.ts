export interface ProsePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Splits a text at its code in backticks, without the backticks. A backtick without a partner in its line stays. */
export function proseParts(text: string): readonly ProsePart[] {
  return text
    .split(/`([^`\r\n]+)`/)
    .map((part, i) => ({ text: part, isCode: i % 2 === 1 }))
    .filter(({ text: part }) => part !== '');
}
