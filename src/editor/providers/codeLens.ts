import * as vscode from 'vscode';
import { listRequests, sharedKind } from '../../language/index.ts';
import type { CommandId } from '../contributions.ts';
import { keyOfRequest, type Runs } from '../runs.ts';
import type { Surroundings } from '../surroundings.ts';

const sendCommand: CommandId = 'req.send';
const cancelCommand: CommandId = 'req.cancel';

/** `▷ Send` above each request; while it runs, `◼ Cancel`. */
export function codeLensProvider(surroundings: Surroundings, runs: Runs): vscode.CodeLensProvider & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const listening = runs.onDidChange(() => changed.fire());
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
      listening.dispose();
      changed.dispose();
    },
  };
}
