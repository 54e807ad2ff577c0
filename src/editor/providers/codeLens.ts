import * as vscode from 'vscode';
import { keyOfRequest, listRequests, sharedKind } from '../../language/index.ts';
import type { CommandId } from '../contributions.ts';
import type { Runs } from '../runs.ts';
import type { Surroundings } from '../surroundings.ts';

const sendCommand: CommandId = 'req.send';
const cancelCommand: CommandId = 'req.cancel';

/**
 * Milliseconds after which the lenses are asked for again: VS Code forgets a refresh that waits while the editor loses the
 * focus, as it does to the panel.
 */
const repeats = [500, 1500];

/** `▷ Send` above each request; while it runs, `◼ Cancel`. */
export function codeLensProvider(surroundings: Surroundings, runs: Runs): vscode.CodeLensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let waiting: readonly NodeJS.Timeout[] = [];
  const forget = (): void => waiting.forEach((t) => clearTimeout(t));
  const listening = runs.onDidChange(() => {
    changed.fire();
    forget();
    waiting = repeats.map((ms) => setTimeout(() => changed.fire(), ms));
  });
  return {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      if (sharedKind(document.uri.fsPath) !== undefined) return [];
      const tree = surroundings.tree(document);
      return listRequests(tree).map((r) => {
        const at = tree.lines.positionAt(r.block.requestLine.range.start);
        const range = new vscode.Range(at.line, 0, at.line, 0);
        const running = runs.isRunning(document.uri, keyOfRequest(tree, r));
        const stream = r.expectsStream ? ' stream' : '';
        return new vscode.CodeLens(range, {
          title: running ? '$(debug-stop) Cancel' : `$(play) Send${stream}`,
          tooltip: running ? 'Stop this request now; what has arrived stays' : `Send ${r.title}`,
          command: running ? cancelCommand : sendCommand,
          arguments: [document.uri, at.line],
        });
      });
    },
    dispose() {
      forget();
      listening.dispose();
      changed.dispose();
    },
  };
}
