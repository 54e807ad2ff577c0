import * as vscode from 'vscode';
import { semanticTokens, tokenKinds } from '../../language/index.ts';
import { quietly } from '../log/log.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

export const tokenLegend = new vscode.SemanticTokensLegend([...tokenKinds]);

export function semanticTokensProvider(surroundings: Surroundings): vscode.DocumentSemanticTokensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const listening = surroundings.onDidChange(() => changed.fire());
  return {
    onDidChangeSemanticTokens: changed.event,
    async provideDocumentSemanticTokens(document) {
      const { version } = document;
      const known = await quietly('colours', () => surroundings.know(document));
      if (known === undefined) return undefined;
      // VS Code shifts the tokens by the edits made since its request. Tokens of a newer text would be shifted twice.
      if (document.version !== version) throw new vscode.CancellationError();
      return quietly('colours', () => {
        const builder = new vscode.SemanticTokensBuilder(tokenLegend);
        for (const { range, kind } of semanticTokens(known)) {
          const { line, column } = known.tree.lines.positionAt(range.start);
          builder.push(line, column, range.end - range.start, tokenKinds.indexOf(kind));
        }
        return builder.build();
      });
    },
    dispose() {
      listening.dispose();
      changed.dispose();
    },
  };
}
