import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { visibleText } from '../../base/text/visible.ts';
import type { TextEdit } from '../../language/index.ts';
import { addHeaderEdit, addParameterEdit, parameterText, requestParts, valueEdit, type RequestPart } from '../../language/onDemand.ts';
import { editInDocument } from '../providers/fencedDocuments.ts';
import type { Services } from '../services.ts';
import { inInputBox } from '../sending/askFor.ts';
import { changedMeanwhile } from '../world/changedMeanwhile.ts';
import { refuseChanged, writtenRequest, type WrittenRequest } from './writeParts.ts';

interface Row extends vscode.QuickPickItem {
  readonly part?: RequestPart;
  readonly add?: RequestPart['kind'];
  readonly removes?: true;
}

type Choice = { readonly row: Row; readonly isRemoved: boolean } | undefined;

/**
 * *Edit Headers and Parameters…*: a list of the request's parameters and headers. Each choice edits one line of the text; the list opens
 * again until the user closes it.
 */
export async function editParts({ surroundings }: Services, uri: unknown, line: unknown): Promise<void> {
  let request = await writtenRequest(surroundings, uri, line);
  const start = request?.block.requestLine.range.start ?? 0;
  const at = request?.known.tree.lines.positionAt(start).line;
  for (let last: string | undefined; request !== undefined;) {
    const choice = await chooseRow(requestParts(request.known.tree, request.block), last);
    if (choice === undefined) return;
    const edits = await editsOf(choice, request);
    if (edits !== undefined) await write(request, edits);
    last = choice.row.part?.name;
    request = await writtenRequest(surroundings, request.editor.document.uri, at);
  }
}

/** A row with `$(…)` escaped, which VS Code would show as an icon. */
function itemOf(part: RequestPart): Row {
  const plain = (text: string): string => visibleText(text).replaceAll('$(', '\\$(');
  return { label: plain(part.name), description: plain(part.value), part };
}

/** @param last the name of the row to select */
function chooseRow(parts: readonly RequestPart[], last: string | undefined): Promise<Choice> {
  const remove: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Remove') };
  const row = (part: RequestPart): Row => ({ ...itemOf(part), buttons: [remove] });
  const rule = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const of = (kind: RequestPart['kind']): readonly Row[] => parts.filter((part) => part.kind === kind).map(row);
  const items: readonly Row[] = [
    rule(t('Query parameters')),
    ...of('parameter'),
    { label: `$(add) ${t('Add Parameter…')}`, add: 'parameter' },
    rule(t('Headers')),
    ...of('header'),
    { label: `$(add) ${t('Add Header…')}`, add: 'header' },
    ...(parts.length === 0 ? [] : [rule(''), { label: `$(trash) ${t('Remove…')}`, removes: true } as const]),
  ];
  const pick = vscode.window.createQuickPick<Row>();
  pick.title = t('Req: Headers and Parameters');
  pick.placeholder = t('Select a row to edit its value');
  pick.matchOnDescription = true;
  pick.items = items;
  pick.activeItems = items.filter(({ part }) => part !== undefined && part.name === last);
  return new Promise((resolve) => {
    const end = (choice: Choice): void => {
      resolve(choice);
      pick.dispose();
    };
    pick.onDidAccept(() => pick.activeItems[0] !== undefined && end({ row: pick.activeItems[0], isRemoved: false }));
    pick.onDidTriggerItemButton(({ item }) => end({ row: item, isRemoved: true }));
    pick.onDidHide(() => end(undefined));
    pick.show();
  });
}

async function editsOf(
  { row, isRemoved }: NonNullable<Choice>,
  { known, block }: WrittenRequest,
): Promise<readonly TextEdit[] | undefined> {
  const { part, add, removes } = row;
  if (removes === true) {
    const items = requestParts(known.tree, block).map(itemOf);
    const removed = await vscode.window.showQuickPick(items, { title: t('Req: Remove Header or Parameter'), matchOnDescription: true });
    return removed?.part?.edits;
  }
  if (part !== undefined && isRemoved) return part.edits;
  if (part !== undefined) return editedPart(part);
  if (add === undefined) return undefined;
  const name = await vscode.window.showInputBox({
    title: add === 'header' ? t('Req: Add Header') : t('Req: Add Query Parameter'),
    prompt: t('Name'),
    validateInput: (text) =>
      text.trim() === ''
        ? t('Enter a name.')
        : add === 'header' && !/^(?:[\w!#$%&'*+.^`|~-]|\{\{.*\}\})+$/.test(text)
          ? t('A header name has letters, digits and -.')
          : undefined,
  });
  if (name === undefined) return undefined;
  const value = await askValue(name, '');
  if (value === undefined) return undefined;
  const { tree } = known;
  return [add === 'header' ? addHeaderEdit(tree, block, name, value) : addParameterEdit(tree, block, parameterText(name, value))];
}

/** The edits of a part: another value, or its removal. */
async function editedPart(part: RequestPart): Promise<readonly TextEdit[] | undefined> {
  const value = await askValue(part.name, part.value);
  return value === undefined || value === part.value ? undefined : [valueEdit(part, value)];
}

const askValue = (name: string, value: string): Thenable<string | undefined> =>
  vscode.window.showInputBox({
    title: inInputBox(name),
    value,
    ignoreFocusOut: true,
    prompt: t('Value, as it is written in the file. Placeholders such as {0} are allowed.', '{{name}}'),
  });

/** @throws {ReqError} if the text has changed since the request was read */
async function write(request: WrittenRequest, edits: readonly TextEdit[]): Promise<void> {
  const { editor, text, known } = request;
  refuseChanged(editor.document, text, known);
  const done = await editor.edit((builder) => {
    for (const edit of edits) {
      const { range, newText } = editInDocument(editor.document, text.uri, known.tree, edit);
      builder.replace(range, newText);
    }
  });
  if (!done) throw changedMeanwhile();
}
