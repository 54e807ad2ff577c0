import * as vscode from 'vscode';
import { listRequests } from '../../language/atStart.ts';
import type { Block } from '../../language/index.ts';
import { quietly } from '../log/log.ts';
import type { Known, Surroundings } from '../world/editorSurroundings.ts';
import { mostInFull } from './longFiles/linesInView.ts';

type KnownDocument = Known<vscode.TextDocument>;

/** The colors of a language. */
export interface Colors {
  readonly legend: vscode.SemanticTokensLegend;
  /** @param only excludes the tokens of other blocks */
  readonly tokensOf: (known: KnownDocument, only?: (block: Block) => boolean) => vscode.SemanticTokens | Promise<vscode.SemanticTokens>;
}

/**
 * Colors whole documents, but only the lines in view of long ones. After each response for a whole document VS Code matches all its
 * brackets again before it shows the next key, even if only few lines have tokens: 16 ms in a file of 5,000 requests.
 */
export function registerSemanticTokens(
  selector: vscode.DocumentSelector,
  surroundings: Surroundings,
  { legend: types, tokensOf }: Colors,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  /** Documents for which VS Code has tokens of all lines and so requests no others. */
  const whole = new WeakSet<vscode.TextDocument>();
  const known = async (document: vscode.TextDocument): Promise<KnownDocument | undefined> => {
    const { version } = document;
    await surroundings.longFiles.lenses(document);
    const found = await quietly('colours', () => surroundings.know(document));
    // VS Code shifts the tokens by the edits made since its request. Tokens of a newer text would be shifted twice.
    if (found !== undefined && document.version !== version) throw new vscode.CancellationError();
    return found;
  };
  const inView: vscode.DocumentRangeSemanticTokensProvider = {
    async provideDocumentRangeSemanticTokens(document, { start, end }) {
      const found = await known(document);
      if (found === undefined || !isLong(found)) return undefined;
      const { lines } = found.tree;
      const lineOf = (offset: number): number => lines.positionAt(offset).line;
      return quietly('colours', () => tokensOf(found, ({ range }) => lineOf(range.start) <= end.line && start.line <= lineOf(range.end)));
    },
  };
  const registerInView = (): vscode.Disposable => vscode.languages.registerDocumentRangeSemanticTokensProvider(selector, inView, types);
  let registered = registerInView();
  /** VS Code has no event for tokens of lines. It requests them again when a provider is registered. */
  const refreshInView = (): void => {
    registered.dispose();
    registered = registerInView();
  };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSemanticTokensProvider(
      selector,
      {
        onDidChangeSemanticTokens: changed.event,
        async provideDocumentSemanticTokens(document) {
          const found = await known(document);
          if (found === undefined) return undefined;
          if (!isLong(found)) {
            whole.add(document);
            return quietly('colours', () => tokensOf(found));
          }
          // After an error VS Code keeps what it has.
          if (!whole.delete(document)) throw new vscode.CancellationError();
          setImmediate(refreshInView);
          return undefined;
        },
      },
      types,
    ),
    surroundings.onDidChange(() => {
      changed.fire();
      refreshInView();
    }),
    changed,
    { dispose: () => registered.dispose() },
  );
}

const isLong = ({ tree }: KnownDocument): boolean => listRequests(tree).length > mostInFull;
