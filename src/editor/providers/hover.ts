import * as vscode from 'vscode';
import { blockAt, hover } from '../../language/index.ts';
import { toOffset, toRange } from '../convert.ts';
import { quietly } from '../log.ts';
import type { Surroundings } from '../surroundings.ts';

export function hoverProvider(surroundings: Surroundings): vscode.HoverProvider {
  return {
    provideHover: (document, position) =>
      quietly('hover', async () => {
        const known = await surroundings.know(document);
        const offset = toOffset(known.tree, position);
        const found = hover(known.tree, offset, {
          looking: known.look(blockAt(known.tree, offset)),
          display: (file) => vscode.workspace.asRelativePath(file),
          link: (file, line) =>
            vscode.Uri.file(file)
              .with({ fragment: `L${line}` })
              .toString(),
          setters: known.setters,
        });
        if (found === undefined) return undefined;
        // Not trusted: no command and no HTML of a value can act here.
        const text = new vscode.MarkdownString(found.markdown, true);
        return new vscode.Hover(text, toRange(known.tree, found.range));
      }),
  };
}
