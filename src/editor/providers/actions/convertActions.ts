import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import type { CommandId } from '../../commands/contributions.ts';

const command: CommandId = 'req.convertHttp';
const kind = vscode.CodeActionKind.RefactorRewrite.append('req');

/** *Convert to .req* in `.http` files. */
export const convertActions = (selector: vscode.DocumentSelector): vscode.Disposable =>
  vscode.languages.registerCodeActionsProvider(
    selector,
    {
      provideCodeActions({ uri }) {
        const action = new vscode.CodeAction(t('Convert to .req…'), kind);
        action.command = { command, title: action.title, arguments: [uri] };
        return [action];
      },
    },
    { providedCodeActionKinds: [kind] },
  );
