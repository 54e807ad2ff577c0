import { isForeignTree } from '../../language/index.ts';
import { inlayHints } from '../../language/onDemand.ts';
import { toOffset } from '../lspRanges.ts';
import type { Feature } from './feature.ts';

/** Shown everywhere: editors have their own setting for inlay hints. */
export const hints: Feature = {
  capabilities: { inlayHintProvider: true },
  register(connection, viewOf) {
    connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const view = await viewOf(textDocument.uri);
      if (view === undefined || isForeignTree(view.tree)) return null;
      const { tree } = view;
      return inlayHints(view, { start: toOffset(tree, range.start), end: toOffset(tree, range.end) }, 'everywhere').map((hint) => {
        const { line, column } = tree.lines.positionAt(hint.offset);
        return {
          position: { line, character: column },
          label: `= ${hint.text}`,
          paddingLeft: true,
          paddingRight: true,
          tooltip: hint.tooltip,
        };
      });
    });
  },
};
