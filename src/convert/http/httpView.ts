import type { ForeignText } from '../../language/index.ts';
import { fromCurl } from '../curl/fromCurl.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { linesIn, requestNamesIn, writeHttpFile } from './httpFile.ts';
import type { OutLine } from './outLines.ts';

/**
 * Reads a `.http` or `.rest` file in place: the text that the import would write, with the line numbers of the file.
 * @param preferred the dialect of files that name none; undefined to detect it
 */
export function httpView(text: string, preferred: Dialect | undefined): ForeignText {
  const problems: { readonly line: number; readonly message: string }[] = [];
  const dialect = dialectOf(text, preferred);
  const { lines } = writeHttpFile(
    text,
    { dialect, requests: new Set(requestNamesIn(text)), environmentNames: new Set(), curl },
    (level, message, line) => {
      if (level === 'warning' && !isReportedByName(message)) problems.push({ line: line - 1, message: inPlace(message) });
    },
  );
  const source = linesIn(text);
  const own = singleLines(lines, source.length);
  const breaks = text.replace(/^\ufeff/, '').match(/\r\n|\n|\r/g) ?? [];
  const view = own.map((l, i) => (i === own.length - 1 ? l.text : l.text + (breaks[l.at] ?? breaks[0] ?? '\n'))).join('');
  return { text: view, source, origins: own.map((l) => l.at), problems };
}

function curl(command: string): { readonly text: string; readonly notes: readonly string[] } | undefined {
  const made = fromCurl(command).requests[0];
  return made === undefined ? undefined : { text: made.text, notes: made.notes };
}

/** Splits entries with line breaks: scripts, whose lines follow the first, and requests converted from one command. */
function singleLines(lines: readonly OutLine[], count: number): readonly OutLine[] {
  return lines.flatMap(({ text, at }, i) => {
    if (!/[\r\n]/.test(text)) return [{ text, at }];
    let below = i + 1;
    while (below < lines.length && (lines[below]?.at ?? 0) <= at) below++;
    const next = lines[below]?.at ?? count;
    const follows = /^[<>]/.test(text);
    return text.split(/\r\n|\n|\r/).map((part, n) => ({ text: part, at: follows ? Math.min(at + n, Math.max(at, next - 1)) : at }));
  });
}

/** Whether the diagnostic for undefined placeholders covers this message, with a quick fix. */
const isReportedByName = (message: string): boolean => /^\{\{\$(?!processEnv|timestamp|\.)/.test(message);

const inPlace = (message: string): string => message.replace(/ becomes? a comment\.$/, ' is ignored.');
