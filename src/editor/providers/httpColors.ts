import * as vscode from 'vscode';
import { tokenKinds } from '../../language/index.ts';
import { placedTokens, type SyntaxKind } from '../../language/onDemand.ts';
import type { Colors } from './semanticTokens.ts';

/** VS Code's token types, which themes color, for all kinds except placeholders, which have types of their own. */
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
const legend = new vscode.SemanticTokensLegend(types);

/** All colors of `.http` files. They have no grammar, because it would conflict with another extension's grammar for the same language. */
export const httpColors: Colors = {
  legend,
  tokensOf: (known, only) => {
    const builder = new vscode.SemanticTokensBuilder(legend);
    for (const { line, column, length, kind } of placedTokens(known, only))
      builder.push(line, column, length, types.indexOf(typeOf.get(kind) ?? kind));
    return builder.build();
  },
};
