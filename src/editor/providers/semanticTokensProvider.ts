import * as vscode from 'vscode';
import { listRequests, tokenKinds } from '../../language/atStart.ts';
import type { Block } from '../../language/index.ts';
import type { semanticTokens } from '../../language/onDemand.ts';
import { onDemand } from '../commands/onDemand.ts';
import { quietly } from '../log/log.ts';
import type { Known, Surroundings } from '../world/editorSurroundings.ts';
import { LinesInView, mostInFull } from './longFiles/linesInView.ts';

export const tokenLegend = new vscode.SemanticTokensLegend([...tokenKinds]);

/** Colors of placeholders. In a long file those near the visible lines: others cost VS Code time at every keystroke. */
export function semanticTokensProvider(surroundings: Surroundings): vscode.DocumentSemanticTokensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const inView = new LinesInView();
  const listening = vscode.Disposable.from(
    changed,
    inView,
    inView.onDidChange(() => changed.fire()),
    surroundings.onDidChange(() => changed.fire()),
  );
  return {
    onDidChangeSemanticTokens: changed.event,
    async provideDocumentSemanticTokens(document) {
      const { version } = document;
      const { semanticTokens } = await onDemand();
      const known = await quietly('colours', () => surroundings.know(document));
      if (known === undefined) return undefined;
      // VS Code shifts the tokens by the edits made since its request. Tokens of a newer text would be shifted twice.
      if (document.version !== version) throw new vscode.CancellationError();
      return quietly('colours', () => tokensOf(known, inView, semanticTokens));
    },
    dispose: () => listening.dispose(),
  };
}

function tokensOf(known: Known<vscode.TextDocument>, inView: LinesInView, tokens: typeof semanticTokens): vscode.SemanticTokens {
  const { tree, document } = known;
  const isInView = listRequests(tree).length > mostInFull ? inView.of(document) : undefined;
  const lineOf = (offset: number): number => tree.lines.positionAt(offset).line;
  const only = isInView && (({ range }: Block): boolean => isInView(lineOf(range.start), lineOf(range.end)));
  const builder = new vscode.SemanticTokensBuilder(tokenLegend);
  for (const { range, kind } of tokens(known, only)) {
    const { line, column } = tree.lines.positionAt(range.start);
    builder.push(line, column, range.end - range.start, tokenKinds.indexOf(kind));
  }
  return builder.build();
}
