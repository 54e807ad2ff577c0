import { decodeUtf8 } from '../../base/text/utf8.ts';
import type { Diagnostic, DocumentTree } from '../../language/index.ts';
import { readUri } from './editorFiles.ts';
import { documentUriOf, type RequestText } from '../providers/fencedDocuments.ts';

/** Replacement character that VS Code shows, and would save, for bytes that are not UTF-8. */
const replacement = '\uFFFD';

const problem = 'These bytes are not UTF-8. Reopen the file with its encoding (in the status bar) and save it as UTF-8.';

/** Maximum number of marked lines; a binary file has thousands. */
const mostLines = 100;

/**
 * Adds an error at each line whose bytes on disk are not UTF-8, because saving or sending would change them. A file may contain the
 * replacement character itself, so the bytes are checked. Documents opened in another encoding are fine.
 */
export async function withEncodingErrors(document: RequestText, tree: DocumentTree): Promise<DocumentTree> {
  const suspect = document.uri.scheme !== 'untitled' && document.encoding.startsWith('utf8') && tree.text.includes(replacement);
  if (!suspect || tree.diagnostics.some((d) => d.id === 'encoding')) return tree;
  const bytes = await readUri(documentUriOf(document.uri)).catch(() => undefined);
  return bytes === undefined || decodeUtf8(bytes).ok ? tree : { ...tree, diagnostics: [...tree.diagnostics, ...misread(tree)] };
}

function* misread({ text, lines }: DocumentTree): Generator<Diagnostic> {
  let found = 0;
  for (let at = text.indexOf(replacement); at >= 0 && found < mostLines; found++) {
    let end = at + 1;
    while (text[end] === replacement) end++;
    yield {
      id: 'encoding',
      severity: 'error',
      range: { start: at, end },
      message: problem,
    };
    const { line } = lines.positionAt(at);
    at = line + 1 < lines.lineCount ? text.indexOf(replacement, lines.startOf(line + 1)) : -1;
  }
}
