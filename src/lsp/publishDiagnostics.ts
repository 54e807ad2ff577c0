import { DiagnosticTag, type Connection, type Diagnostic as LspDiagnostic, type TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { Debounce } from '../base/async/debounce.ts';
import { isForeignTree, type Diagnostic, type FileView } from '../language/index.ts';
import { environmentDiagnostics, shownDiagnostics } from '../language/onDemand.ts';
import { toSeverity, toUri } from './lspRanges.ts';
import { toLocation } from './features/navigation.ts';

/** Debounce of keystrokes, in milliseconds. */
const rest = 100;

const tagsOf = { unnecessary: DiagnosticTag.Unnecessary, deprecated: DiagnosticTag.Deprecated } as const;

function toProtocol(view: FileView, uri: string, file: string, { id, range, severity, message, tags, related }: Diagnostic): LspDiagnostic {
  const place = toLocation(view, uri, { file, range }).range;
  const shown: LspDiagnostic = { range: place, severity: toSeverity(severity), source: 'req', code: id, message };
  if (tags !== undefined) shown.tags = tags.map((tag) => tagsOf[tag]);
  if (related !== undefined) shown.relatedInformation = related.map((r) => ({ location: toLocation(view, uri, r), message: r.message }));
  return shown;
}

export function publishDiagnostics(
  connection: Connection,
  texts: TextDocuments<TextDocument>,
  view: (uri: string) => Promise<FileView | undefined>,
): { of(uri: string): void; all(): void; clear(uri: string): void; dispose(): void } {
  let disposed = false;
  /** Environment files with published problems, and the documents that use each. */
  const environmentFiles = new Map<string, Set<string>>();

  async function publish(uri: string): Promise<number | undefined> {
    const version = texts.get(uri)?.version;
    const known = await view(uri);
    const text = texts.get(uri);
    // Closed or edited meanwhile; the next update publishes the newer text.
    if (known === undefined || text === undefined || disposed) return undefined;
    // The text of a file of another client is not that of its tree.
    if (isForeignTree(known.tree) ? version !== text.version : known.tree.text !== text.getText()) return undefined;
    const began = performance.now();
    const found = shownDiagnostics(known).map((d) => toProtocol(known, uri, known.file, d));
    const took = performance.now() - began;
    await connection.sendDiagnostics({ uri, version: text.version, diagnostics: found });
    // The document may have been closed meanwhile.
    if (texts.get(uri) !== undefined) await publishEnvironments(uri, known);
    return took;
  }

  /** Publishes the problems of the environment files of a document, and clears those of files that no document uses any more. */
  async function publishEnvironments(uri: string, known: FileView | undefined): Promise<void> {
    const found = new Map<string, LspDiagnostic[]>();
    for (const f of known?.collection.environmentFiles ?? []) {
      const shown = environmentDiagnostics(f).map((d) => toProtocol(known as FileView, toUri(f.file), f.file, d));
      if (shown.length > 0) found.set(f.file, shown);
    }
    for (const [file, users] of environmentFiles) {
      if (found.has(file) || !users.delete(uri) || users.size > 0) continue;
      environmentFiles.delete(file);
      await connection.sendDiagnostics({ uri: toUri(file), diagnostics: [] });
    }
    for (const [file, diagnostics] of found) {
      environmentFiles.set(file, (environmentFiles.get(file) ?? new Set()).add(uri));
      await connection.sendDiagnostics({ uri: toUri(file), diagnostics });
    }
  }

  const waiting = new Debounce<string>({
    rest,
    work: (uri) =>
      publish(uri).catch((e: unknown) => {
        connection.console.error(e instanceof Error ? (e.stack ?? e.message) : String(e));
        return undefined;
      }),
  });
  return {
    of: (uri) => waiting.soon(uri),
    all: () => texts.keys().forEach((uri) => waiting.soon(uri)),
    clear(uri) {
      waiting.forget(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
      void publishEnvironments(uri, undefined);
    },
    dispose() {
      disposed = true;
      waiting.dispose();
    },
  };
}
