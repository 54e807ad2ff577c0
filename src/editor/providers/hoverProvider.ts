import * as vscode from 'vscode';
import type { LinkTo } from '../../language/index.ts';
import { onDemand } from '../commands/onDemand.ts';
import { toOffset, toRange } from './vscodeRanges.ts';
import { uriOf } from '../world/editorFiles.ts';
import { quietly } from '../log/log.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

export function hoverProvider(surroundings: Surroundings): vscode.HoverProvider {
  return {
    provideHover: (document, position) =>
      quietly('hover', async () => {
        const { hover } = await onDemand();
        const known = await surroundings.know(document);
        const link: LinkTo = (file, line) =>
          uriOf(file)
            .with({ fragment: `L${line}` })
            .toString();
        const found = hover(known, toOffset(known.tree, position), { link, besideDiagnostics: true });
        if (found === undefined) return undefined;
        // Untrusted Markdown: a value cannot run commands or insert HTML.
        const text = new vscode.MarkdownString(found.markdown);
        return new vscode.Hover(text, toRange(known.tree, found.range));
      }),
  };
}
