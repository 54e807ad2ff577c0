import * as vscode from 'vscode';
import { tokenKinds } from '../../language/atStart.ts';
import { onDemand } from '../commands/onDemand.ts';
import type { Colors } from './semanticTokens.ts';

const legend = new vscode.SemanticTokensLegend([...tokenKinds]);

/** Colors of the placeholders in `.req` files. */
export const placeholderColors: Colors = {
  legend,
  tokensOf: async (known, only) => {
    const { semanticTokens } = await onDemand();
    const { lines } = known.tree;
    const builder = new vscode.SemanticTokensBuilder(legend);
    for (const { range, kind } of semanticTokens(known, only)) {
      const { line, column } = lines.positionAt(range.start);
      builder.push(line, column, range.end - range.start, tokenKinds.indexOf(kind));
    }
    return builder.build();
  },
};
