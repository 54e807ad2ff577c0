/** A line as a comment that is no directive. */
export const commented = (line: string): string =>
  `# ${line
    .trim()
    .replace(/^(?:#|\/\/)\s*/, '')
    .replace(/^@/, '(@)')}`.trimEnd();
