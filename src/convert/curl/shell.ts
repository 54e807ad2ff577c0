import { readBash } from './bash.ts';
import type { Pipeline } from './pipeline.ts';
import { withoutMarks } from '../text/marks.ts';
import { readCmd, readPowerShell } from './windows.ts';

const prompts = String.raw`[$%#>❯➜]|(?:\([\w.-]{1,60}\)[ \t]*)?(?:\[[^\]\n]{1,200}\]|[\w.-]{1,60}@[\w.-]{1,80}(?::[^\s$#%]{0,200})?)[ \t]*[$#%]|PS [^>\n]{0,300}>|[A-Za-z]:\\[^>\n]{0,300}>`;
const call = String.raw`(?:(?:[A-Za-z_]\w*=\S{0,200}|sudo|time|env|winpty|&)[ \t]+){0,9}(?:"?[^\s"'|;&=]{0,300}[\\/])?curl(?:\.exe)?"?(?=[ \t\\^]|\r?\n|$)`;
const start = new RegExp(`^\\s*(?:#(?![ \\t]*@)[^\\n]{0,300}\\n\\s*){0,9}(?:(?:${prompts})[ \\t]*)?${call}`);
const prompt = new RegExp(`^[ \\t]*(?:${prompts})[ \\t]*(?=${call})`);

/** The prompt that a shell writes before the next line of a command: `> -H …`. */
const continuationPrompt = /^>[ \t]*(?=-|["']|https?:)/;

/** Whether a text starts with a command line that calls curl, perhaps below comments. A cheap check. */
export const looksLikeCurl = (text: string): boolean => start.test(text.slice(0, 4000));

/** Parses a text for the shell it was written for: Bash, the Windows command prompt or PowerShell. */
export function readShell(source: string): readonly Pipeline[] {
  let quote = '';
  let continues = false;
  const lines = withoutMarks(source.toWellFormed())
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => {
      // A prompt cannot be inside quotes.
      const own = quote === '' && line.includes('curl') ? line.replace(prompt, '') : line;
      const command = continues ? own.replace(continuationPrompt, '') : own;
      quote = quoteAfter(command, quote);
      continues = quote === '' && /\\[ \t]*$/.test(command);
      return command;
    });
  const text = lines.join('\n');
  switch (shellOf(lines)) {
    case 'cmd':
      return readCmd(text.replace(/\^[ \t]+\n/g, '^\n'));
    case 'powershell':
      return readPowerShell(text.replace(/`[ \t]+\n/g, '`\n'));
    case 'bash':
      return readBash(text);
  }
}

/** Detects the shell by line continuations outside quotes and by syntax that only one shell has. */
function shellOf(lines: readonly string[]): 'bash' | 'cmd' | 'powershell' {
  let quote = '';
  for (const line of lines) {
    if (quote === '' && /(?:curl(?:\.exe)?|[ \t]--?[\w-]{1,30})[ \t]\^"/.test(line)) return 'cmd';
    if (quote === '' && /\$env:/i.test(line.replace(/'[^']*'/g, ''))) return 'powershell';
    quote = quoteAfter(line, quote);
    const last = quote === '' ? /[ \t"']([\\^`])[ \t]*$/.exec(line)?.[1] : undefined;
    if (last !== undefined) return last === '^' ? 'cmd' : last === '`' ? 'powershell' : 'bash';
  }
  return 'bash';
}

/** The Bash quote that is open after a line. Carets count as escapes, for the Windows command prompt. */
export function quoteAfter(line: string, open: string): string {
  let quote = open;
  for (let i = 0; i < line.length; i++) {
    const c = line[i] as string;
    if (quote === '') {
      if (c === '\\' || c === '^') i++;
      else if (c === "'" || c === '"') quote = c === "'" && line[i - 1] === '$' ? '$' : c;
    } else if (c === '\\' && quote !== "'") i++;
    else if (c === (quote === '$' ? "'" : quote)) quote = '';
  }
  return quote;
}
