import * as vscode from 'vscode';

import { onDemand } from '../commands/onDemand.ts';
import type { SettingId } from '../commands/contributions.ts';
import { toOffset } from './vscodeRanges.ts';
import { quietly } from '../log/log.ts';
import { inlayHintsOf } from '../world/settings.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

const setting: SettingId = 'req.inlayHints';

export function inlayHintsProvider(surroundings: Surroundings): vscode.InlayHintsProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const listening = vscode.Disposable.from(
    changed,
    surroundings.onDidChange(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration(setting)) changed.fire();
    }),
  );
  return {
    onDidChangeInlayHints: changed.event,
    provideInlayHints: (document, range) =>
      quietly('inlay hints', async () => {
        const where = inlayHintsOf();
        if (where === 'off') return [];
        const { inlayHints } = await onDemand();
        const known = await surroundings.know(document);
        const { tree } = known;
        return inlayHints(known, { start: toOffset(tree, range.start), end: toOffset(tree, range.end) }, where).map((hint) => {
          const { line, column } = tree.lines.positionAt(hint.offset);
          const shown = new vscode.InlayHint(new vscode.Position(line, column), `= ${hint.text}`);
          shown.paddingLeft = true;
          shown.paddingRight = true;
          if (hint.tooltip !== hint.text) shown.tooltip = hint.tooltip;
          return shown;
        });
      }),
    dispose: () => listening.dispose(),
  };
}
