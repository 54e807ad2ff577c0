import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import { sharedKind } from '../../../language/index.ts';
import { fileOf } from '../../world/editorFiles.ts';
import { quietly } from '../../log/log.ts';
import { pasteCurl } from '../../commands/interchange/curlCommands.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';

const kind = vscode.DocumentDropOrPasteEditKind.Text.append('req', 'curl');

/** Pastes a curl command as a request. The paste widget offers plain text too. */
export function registerPaste(selector: vscode.DocumentSelector, surroundings: Surroundings): vscode.Disposable {
  const provider: vscode.DocumentPasteEditProvider = {
    provideDocumentPasteEdits: (document, [range, second], data, _context, token) =>
      quietly('paste', async () => {
        if (range === undefined || second !== undefined || sharedKind(fileOf(document)) !== undefined) return undefined;
        const text = await data.get('text/plain')?.asString();
        const edit = text === undefined ? undefined : pasteCurl(surroundings.tree(document), range, text);
        if (edit === undefined || token.isCancellationRequested) return undefined;
        return [new vscode.DocumentPasteEdit(edit.newText, t('Paste cURL command as request'), kind)];
      }),
  };
  return vscode.languages.registerDocumentPasteEditProvider(selector, provider, {
    providedPasteEditKinds: [kind],
    pasteMimeTypes: ['text/plain'],
  });
}
