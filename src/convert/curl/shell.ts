import { readBash } from './bash.ts';
import type { Pipeline } from './commands.ts';
import { withoutMarks } from './marks.ts';
import { readCmd, readPowerShell } from './windows.ts';

const prompts = String.raw`[$%#>❯➜]|PS [^>\n]{0,300}>|[A-Za-z]:\\[^>\n]{0,300}>`;
const call = String.raw`(?:(?:[A-Za-z_]\w*=\S{0,200}|sudo|time|env|winpty|&)[ \t]+){0,9}(?:"?[^\s"'|;&=]{0,300}[\\/])?curl(?:\.exe)?"?(?=[ \t\\^]|\r?\n|$)`;
const start = new RegExp(`^\\s*(?:(?:${prompts})[ \\t]*)?${call}`);
const prompt = new RegExp(`^[ \\t]*(?:${prompts})[ \\t]*(?=${call})`);

/** Whether a text begins as a command line that calls curl; cheap. */
export const looksLikeCurl = (text: string): boolean => start.test(text.slice(0, 4000));

/** The commands of a text in the shell it was written for: Bash, the Windows command prompt, or PowerShell. */
export function readShell(source: string): readonly Pipeline[] {
  const text = withoutMarks(source.toWellFormed())
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => (line.includes('curl') ? line.replace(prompt, '') : line))
    .join('\n');
  if (/(?:curl(?:\.exe)?|[ \t]--?[\w-]{1,30})[ \t]+\^"|[ \t"]\^[ \t]*\n/.test(text)) return readCmd(text.replace(/\^[ \t]+\n/g, '^\n'));
  if (/[ \t]`[ \t]*\n|\$env:/i.test(text)) return readPowerShell(text.replace(/`[ \t]+\n/g, '`\n'));
  return readBash(text);
}
