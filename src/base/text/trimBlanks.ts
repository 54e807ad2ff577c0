/** The text without spaces and tabs at its ends. In linear time: `[ \t]+$` would search each run of blanks again from each of them. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
