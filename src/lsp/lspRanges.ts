import { DiagnosticSeverity, type Position, type Range as LspRange } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import type { Range } from '../base/text/text.ts';
import { isForeignTree, type DocumentTree, type Severity } from '../language/index.ts';

/** Converts offsets to positions of the protocol (UTF-16). */
export function toRange({ lines }: Pick<DocumentTree, 'lines'>, { start, end }: Range): LspRange {
  const from = lines.positionAt(start);
  const to = lines.positionAt(end);
  return { start: { line: from.line, character: from.column }, end: { line: to.line, character: to.column } };
}

/** Positions beyond the end of a line or the text are clamped. */
export function toOffset(tree: DocumentTree, { line, character }: Position): number {
  const { lines, text } = tree;
  if (isForeignTree(tree)) return lines.offsetAt(line, character);
  if (line >= lines.lineCount) return text.length;
  const next = line + 1 < lines.lineCount ? lines.startOf(line + 1) : text.length;
  return Math.min(lines.startOf(line) + character, next);
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

export const toSeverity = (severity: Severity): DiagnosticSeverity => severities[severity];

/** The path of a document. An unsaved one gets a path in `folder`. */
export function toFile(uri: string, folder: string): string {
  const { scheme, path, fsPath } = URI.parse(uri);
  if (scheme === 'file') return fsPath;
  return `${folder}/${path.replace(/^.*\//, '') || 'untitled.req'}`;
}

export const toUri = (file: string): string => URI.file(file).toString();
