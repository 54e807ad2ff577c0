import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import { isForeignTree, namedApi, requestAt } from '../../../language/index.ts';
import type { CommandId } from '../../commands/contributions.ts';
import { quietly } from '../../log/log.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';
import { fileOf } from '../../world/editorFiles.ts';
import { requestTextAt } from '../fencedDocuments.ts';

const kind = vscode.CodeActionKind.RefactorRewrite;

/** The commands that write into a request, as code actions at its request line, also in Markdown. */
export const writeActionsAt = (
  surroundings: Surroundings,
  document: vscode.TextDocument,
  line: number,
): Promise<vscode.CodeAction[] | undefined> =>
  quietly('code actions', async () => {
    const text = requestTextAt(document, line);
    if (text === undefined) return [];
    const tree = surroundings.tree(text);
    if (isForeignTree(tree) || line >= tree.lines.lineCount) return [];
    const block = requestAt(tree, tree.lines.startOf(line))?.block;
    if (block === undefined) return [];
    const written = block.requestLine.range;
    const [first, last] = [tree.lines.positionAt(written.start).line, tree.lines.positionAt(Math.max(written.start, written.end - 1)).line];
    if (line < first || line > last) return [];
    const { collection } = await surroundings.around(text);
    const isOfApi = namedApi({ tree, file: fileOf(document), collection, block }) !== undefined;
    return [...offered(), ...(isOfApi ? ofApi() : [])].map(([title, command]) => {
      const action = new vscode.CodeAction(title, kind);
      action.command = { title, command, arguments: [document.uri, line] };
      return action;
    });
  });

const ofApi = (): readonly (readonly [string, CommandId])[] => [[t('Run Contract Cases'), 'req.runContractCases']];

const offered = (): readonly (readonly [string, CommandId])[] => [
  [t('Add Auth…'), 'req.addAuth'],
  [t('Add Query Parameter'), 'req.addQueryParameter'],
  [t('Add Form Field or File…'), 'req.addFormField'],
  [t('Edit Headers and Parameters…'), 'req.editParts'],
];
