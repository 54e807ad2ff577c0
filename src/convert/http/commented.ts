/** Writes a line as a comment that is not a directive. */
export const commented = (line: string): string =>
  `# ${line
    .trim()
    .replace(/^(?:#|\/\/)\s*/, '')
    .replace(/^@/, '(@)')}`.trimEnd();
