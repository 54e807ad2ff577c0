import { MarkupKind, type MarkupContent } from 'vscode-languageserver/node';

/** Escapes, code, links and bold text. Code has as many ticks at its end as at its start. */
const marks = /\\([!-/:-@[-`{-~])|(`+)(?!`)( ?)(.+?)\3(?<!`)\2(?!`)|\[((?:\\.|[^\]\\])*)\]\([^)]*\)|\*\*(.+?)\*\*/g;

const plainLine = (line: string): string =>
  line.replace(
    marks,
    (_, escaped?: string, _ticks?: string, _space?: string, code?: string, label?: string, bold?: string) =>
      escaped ?? code ?? plainLine(label ?? bold ?? ''),
  );

/** The text of the Markdown that Req writes, which also has code blocks. */
export function plainText(markdown: string): string {
  let fence: string | undefined;
  const lines = markdown.split('\n').flatMap((line) => {
    const ticks = /^`{3,}/.exec(line)?.[0];
    if (fence === undefined && ticks !== undefined) fence = ticks;
    else if (fence !== undefined && line === fence) fence = undefined;
    else return [fence === undefined ? plainLine(line) : line];
    return [];
  });
  return lines.join('\n');
}

/** Markdown, or its text for a client that does not list Markdown among its formats. Several clients show it but list none. */
export const contentFor = (formats: readonly MarkupKind[] | undefined, markdown: string): MarkupContent =>
  formats === undefined || formats.includes(MarkupKind.Markdown)
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: plainText(markdown) };
