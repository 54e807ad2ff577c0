import { SemanticTokensBuilder, SemanticTokenTypes } from 'vscode-languageserver/node';
import { placedTokens, type SyntaxKind } from '../../language/onDemand.ts';
import type { Feature } from './feature.ts';

/** Req's token kinds as standard types of the protocol, for which every editor has colors. */
const types: Readonly<Record<SyntaxKind, SemanticTokenTypes>> = {
  reqVariable: SemanticTokenTypes.variable,
  reqDynamic: SemanticTokenTypes.function,
  reqSecret: SemanticTokenTypes.macro,
  reqUndefined: SemanticTokenTypes.regexp,
  comment: SemanticTokenTypes.comment,
  title: SemanticTokenTypes.class,
  directive: SemanticTokenTypes.decorator,
  name: SemanticTokenTypes.variable,
  method: SemanticTokenTypes.keyword,
  string: SemanticTokenTypes.string,
  version: SemanticTokenTypes.type,
  header: SemanticTokenTypes.property,
  operator: SemanticTokenTypes.operator,
  subject: SemanticTokenTypes.property,
};
const tokenTypes = [...new Set(Object.values(types))];

/** Tokens of the whole file, because other editors have no grammar of the language. */
export const tokens: Feature = {
  capabilities: { semanticTokensProvider: { legend: { tokenTypes, tokenModifiers: [] }, full: true } },
  register(connection, viewOf) {
    connection.languages.semanticTokens.on(async ({ textDocument }) => {
      const builder = new SemanticTokensBuilder();
      const view = await viewOf(textDocument.uri);
      for (const { line, column, length, kind } of view === undefined ? [] : placedTokens(view))
        builder.push(line, column, length, tokenTypes.indexOf(types[kind]), 0);
      return builder.build();
    });
  },
};
