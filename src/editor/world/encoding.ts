import { decodeUtf8 } from '../../base/utf8.ts';
import type { Diagnostic, DocumentTree } from '../../language/index.ts';
import { readUri } from './editorFiles.ts';
import { documentUriOf, type RequestText } from '../providers/fencedDocuments.ts';

/** What VS Code shows, and would save, in the place of bytes that are not UTF-8. */
const replacement = '\uFFFD';

const problem = 'What stands here is not UTF-8. Reopen the file with its encoding (in the status bar) and save it as UTF-8.';

/** Lines that are marked; a file of another kind altogether has thousands. */
const mostLines = 100;

/**
 * A document's tree with an error at each line whose bytes on the disk are not UTF-8: sent, they would not be what they
 * were. The character itself may stand in a file, so the bytes decide; read in another encoding, a document is well.
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
