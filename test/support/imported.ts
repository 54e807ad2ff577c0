import { importFiles, type ImportFormat, type ImportInput, type ImportResult } from '../../src/convert/import/index.ts';
import { parse, sharedKind, type DocumentTree } from '../../src/language/index.ts';

/** A parsed `.req` file. */
export const parsed = ({ path, text }: { readonly path: string; readonly text: string }): DocumentTree =>
  parse(text, { shared: sharedKind(path) !== undefined });

export const imported = (format: ImportFormat | undefined, inputs: readonly ImportInput[]): ImportResult =>
  importFiles(format, inputs, (file) => {
    const tree = parsed(file);
    return tree.diagnostics
      .filter((d) => d.severity === 'error')
      .map((d) => ({ line: tree.lines.positionAt(d.range.start).line + 1, message: `NOT VALID: ${d.message}` }));
  });

export function importedText(format: ImportFormat, text: string, path = 'a.http'): string {
  const { files } = imported(format, [{ path, text }]);
  return files.map((f) => f.text).join('\n');
}

/** Warnings of one file, `line: message`. */
export function warningsOf(format: ImportFormat, text: string, path = 'a.http'): readonly string[] {
  const { notes } = imported(format, [{ path, text }]);
  return notes.filter((n) => n.level === 'warning').map((n) => `${n.line ?? n.request ?? ''}: ${n.message}`);
}
