import * as vscode from 'vscode';
import { tokenKinds } from '../../language/index.ts';
import { placedTokens, type SyntaxKind } from '../../language/onDemand.ts';
import { quietly } from '../log/log.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

/** Types of VS Code, which themes color, for all kinds but those of placeholders, which have types of their own. */
const typeOf: ReadonlyMap<SyntaxKind, string> = new Map([
  ['comment', 'comment'],
  ['title', 'namespace'],
  ['directive', 'decorator'],
  ['name', 'variable'],
  ['method', 'keyword'],
  ['string', 'string'],
  ['version', 'number'],
  ['header', 'property'],
  ['operator', 'operator'],
  ['subject', 'property'],
]);
const types = [...new Set([...typeOf.values(), ...tokenKinds])];

export const httpTokenLegend = new vscode.SemanticTokensLegend(types);

/** All colors of `.http` files. They have no grammar, because that of another extension for the same language would compete with it. */
export function httpTokensProvider(surroundings: Surroundings): vscode.DocumentSemanticTokensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const listening = surroundings.onDidChange(() => changed.fire());
  return {
    onDidChangeSemanticTokens: changed.event,
    async provideDocumentSemanticTokens(document) {
      const { version } = document;
      const known = await quietly('colours', () => surroundings.know(document));
      if (known === undefined) return undefined;
      if (document.version !== version) throw new vscode.CancellationError();
      return quietly('colours', () => {
        const builder = new vscode.SemanticTokensBuilder(httpTokenLegend);
        for (const { line, column, length, kind } of placedTokens(known))
          builder.push(line, column, length, types.indexOf(typeOf.get(kind) ?? kind));
        return builder.build();
      });
    },
    dispose() {
      listening.dispose();
      changed.dispose();
    },
  };
}
