import type { Dialect } from './dialect.ts';

/** As in Req's parser. */
export const isBlank = (line: string): boolean => /^[ \t]*$/.test(line);

export const comment = /^\s*(?:#|\/\/)/;
export const directive = /^\s*(?:#|\/\/)\s*@([A-Za-z-]+)(?:[ \t]*=[ \t]*|[ \t]+|$)(.*)$/;
export const header = /^(?:[!$%&'*+.^_`|~0-9A-Za-z#-]|\{\{[^{}:]*\}\})+[ \t]*:/;

/** The status line of a response that the file contains. */
export const storedStatus = /^HTTP\/\d\S* \d{3}\b/;

/** The index of the last line of the command that begins at a line. The command ends before an empty line or a comment. */
export function commandEnd(lines: readonly string[], from: number): number {
  const next = lines.findIndex((line, i) => i > from && (isBlank(line) || comment.test(line)));
  return (next < 0 ? lines.length : next) - 1;
}

/**
 * The kind of a line below a message, apart from scripts in braces: `>> FILE`, which saves the response; a script or an old response in a
 * file; a response that httpYac stored in the file; or an assertion of httpYac.
 */
export function responseLineOf(line: string, dialect: Dialect): 'saved' | 'script' | 'stored' | 'assertion' | undefined {
  if (/^>>!?\s/.test(line) && (dialect === 'jetbrains' || dialect === 'httpyac' || dialect === 'kulala')) return 'saved';
  if (/^<>\s/.test(line) || (/^>\s*\S+\.[cm]?js\s*$/.test(line) && dialect !== 'rest-client') || /^>\s*\{%/.test(line)) return 'script';
  if (dialect !== 'httpyac') return undefined;
  if (storedStatus.test(line)) return 'stored';
  return /^\?\?(?!\?)/.test(line) ? 'assertion' : undefined;
}

/** Why a line among the headers is not written as a header; undefined if it is one, or the body of httpYac begins. */
export function unsentHeader(
  line: string,
  dialect: Dialect,
): { readonly why: string; readonly level: 'information' | 'warning' } | undefined {
  if (dialect === 'httpyac' && /^\.\.\.\S/.test(line))
    return { why: 'Req adds no headers from a variable: write each header.', level: 'warning' };
  if (!header.test(line))
    return dialect === 'httpyac' ? undefined : { why: 'This is not a header: the line becomes a comment.', level: 'warning' };
  if (dialect === 'rest-client' && /^content-length[ \t]*:/i.test(line))
    return { why: 'REST Client does not send it, but the length of the body.', level: 'information' };
  return line.startsWith('#') ? { why: 'Req takes a name with # for a comment.', level: 'warning' } : undefined;
}
