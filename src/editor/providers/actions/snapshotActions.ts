import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import type { DiagnosticId } from '../../../language/index.ts';
import type { CommandId } from '../../commands/contributions.ts';

const failed: DiagnosticId = 'failed-assertion';
const update: CommandId = 'req.updateSnapshots';

export const snapshotActions = (): vscode.Disposable =>
  vscode.languages.registerCodeActionsProvider(
    { language: 'req' },
    {
      provideCodeActions(document, _range, { diagnostics }) {
        const mended = diagnostics.filter(
          (d) => d.code === failed && /^\s*\?\?.*\smatchesS(?:napshot|hape)\b/.test(document.lineAt(d.range.start.line).text),
        );
        const title = t('Send again and update the snapshot');
        return mended.map((diagnostic) => {
          const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
          action.diagnostics = [diagnostic];
          action.command = { title, command: update, arguments: [document.uri, diagnostic.range.start.line] };
          return action;
        });
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
