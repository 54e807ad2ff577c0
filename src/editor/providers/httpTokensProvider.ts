import * as vscode from 'vscode';
import { tokenKinds } from '../../language/index.ts';
import { syntaxTokens, type SyntaxKind } from '../../language/onDemand.ts';
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
        const { lines } = known.tree;
        const tokens = syntaxTokens(known)
          .map(({ range, kind }) => ({
            from: lines.positionAt(range.start),
            to: lines.positionAt(range.end),
            type: typeOf.get(kind) ?? kind,
          }))
          .filter(({ from, to }) => from.line === to.line && from.column < to.column)
          .toSorted((a, b) => a.from.line - b.from.line || a.from.column - b.from.column);
        const builder = new vscode.SemanticTokensBuilder(httpTokenLegend);
        let end = { line: -1, column: 0 };
        for (const { from, to, type } of tokens) {
          // Two lines of the text that was made can come from one line of the file.
          if (from.line === end.line && from.column < end.column) continue;
          builder.push(from.line, from.column, to.column - from.column, types.indexOf(type));
          end = to;
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
