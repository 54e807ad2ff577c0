import { showDone } from '../showDone.ts';
import * as vscode from 'vscode';
import { didStep } from '../firstSteps.ts';
import { t } from '../../base/l10n.ts';
import type { SecretName } from './secretStore.ts';
import { keptFor } from './secretInput.ts';
import { askSecret } from './askSecret.ts';
import { secretRows, type SecretRow } from './secretList.ts';
import { reveal } from './revealSecret.ts';
import type { ValueText } from '../../runner/index.ts';
import type { OpenCollection, SecretParts } from './secretParts.ts';

interface Choice extends vscode.QuickPickItem {
  readonly run: () => unknown;
}

const choose = async (choices: readonly Choice[], options: vscode.QuickPickOptions): Promise<void> => {
  await (await vscode.window.showQuickPick(choices, options))?.run();
};

/** Escapes `$(…)`, which VS Code would render as an icon. */
const labelOf = (name: string): string => name.replaceAll('$(', '\\$(');

export async function setSecret(parts: SecretParts): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: t('Req: Set Secret'),
    prompt: t('Name of the secret: NAME in {{$secret.NAME}}'),
    validateInput: (text) => (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(text) ? undefined : t('Use letters, digits, _, - and $.')),
  });
  if (name !== undefined) await setNamed(parts, name, await parts.collection());
}

async function setNamed({ secrets }: SecretParts, name: string, collection: OpenCollection | undefined): Promise<void> {
  const every = { name, root: undefined };
  const set = async (secret: SecretName): Promise<void> => {
    if ((await askSecret(secrets, secret)) === undefined) return;
    didStep('environments');
    showDone(keptFor(secret));
  };
  if (collection === undefined) return set(every);
  const { root, shown } = collection;
  await choose(
    [
      { label: t('This collection'), description: shown, run: () => set({ name, root }) },
      {
        label: t('Every collection'),
        detail: t('Any request file can use it by name, including files of other people.'),
        run: () => set(every),
      },
    ],
    { title: t('Req: Set {0}', labelOf(name)), placeHolder: t('Select where the secret can be used') },
  );
}

export async function deleteSecret(parts: SecretParts): Promise<void> {
  const rows = (await secretRows(parts, await parts.collection())).filter((row) => row.kept !== undefined);
  if (rows.length === 0) return void vscode.window.showInformationMessage(t('No secrets are stored.'));
  await pickRow(rows, t('Req: Delete Secret'), (row) => remove(parts, row));
}

async function remove({ secrets }: SecretParts, { name, kept }: SecretRow): Promise<void> {
  if (kept === undefined) return;
  const sure = t('Delete');
  const answer = await vscode.window.showWarningMessage(
    t('Delete the secret {0}?', name),
    { modal: true, detail: t('This cannot be undone.') },
    sure,
  );
  if (answer !== sure) return;
  await secrets.delete(kept);
  showDone(t('The secret {0} was deleted', name));
}

/** Shows the hidden value at the cursor for ten seconds, else a stored secret that the user chooses. */
export async function revealSecret(parts: SecretParts): Promise<void> {
  const found = await parts.valueAtCursor();
  if (found !== undefined) return show(found.name, found.value);
  const rows = (await secretRows(parts, await parts.collection())).filter((row) => row.kept !== undefined);
  if (rows.length > 0) return pickRow(rows, t('Req: Reveal Secret'), (row) => revealKept(parts, row));
  void vscode.window.showInformationMessage(t('Place the cursor on a placeholder whose value is hidden. No secrets are stored.'));
}

async function show(name: string, value: ValueText): Promise<void> {
  if (value.ok) await reveal(name, value.text);
  else void vscode.window.showInformationMessage(t('{0} has no value: {1}.', name, value.message));
}

async function revealKept({ secrets }: SecretParts, { name, kept }: SecretRow): Promise<void> {
  const text = kept === undefined ? undefined : await secrets.get(kept);
  await show(name, text === undefined ? { ok: false, message: t('it is no longer stored') } : { ok: true, text });
}

/** Lists the stored secrets and those that the open collection uses, by name only, with commands for each. */
export async function showSecrets(parts: SecretParts): Promise<void> {
  const collection = await parts.collection();
  const rows = await secretRows(parts, collection);
  if (rows.length > 0) return pickRow(rows, t('Req: Secrets'), (row) => act(parts, row, collection));
  const set = t('Set Secret…');
  const message = t('No secrets are stored or used here. Write {{$secret.NAME}} in a request.');
  if ((await vscode.window.showInformationMessage(message, set)) === set) await setSecret(parts);
}

async function pickRow(rows: readonly SecretRow[], title: string, run: (row: SecretRow) => unknown): Promise<void> {
  const items: Choice[] = [];
  for (const [i, row] of rows.entries()) {
    if (row.group !== rows[i - 1]?.group) items.push({ label: row.group, kind: vscode.QuickPickItemKind.Separator, run: () => undefined });
    items.push({ label: labelOf(row.name), description: row.note, run: () => run(row) });
  }
  await choose(items, { title, matchOnDescription: true });
}

async function act(parts: SecretParts, row: SecretRow, collection: OpenCollection | undefined): Promise<void> {
  const { name, kept, uses } = row;
  const again = async (secret: SecretName): Promise<void> => {
    if ((await askSecret(parts.secrets, secret)) !== undefined) showDone(keptFor(secret));
  };
  const copy = async (): Promise<void> => {
    await vscode.env.clipboard.writeText(`{{$secret.${name}}}`);
    showDone(t('The placeholder was copied'));
  };
  const choices: (Choice | false)[] = [
    kept === undefined
      ? { label: `$(add) ${t('Set…')}`, run: () => setNamed(parts, name, collection) }
      : { label: `$(edit) ${t('Replace…')}`, run: () => again(kept) },
    kept !== undefined && { label: `$(eye) ${t('Reveal for ten seconds')}`, run: () => revealKept(parts, row) },
    { label: `$(copy) ${t('Copy placeholder')}`, description: `{{$secret.${name}}}`, run: copy },
    uses.length > 0 && { label: `$(references) ${t('Find uses')}`, description: `${uses.length}`, run: () => showUses(row) },
    kept !== undefined && { label: `$(trash) ${t('Delete…')}`, run: () => remove(parts, row) },
  ];
  await choose(
    choices.filter((c) => c !== false),
    { title: t('Secret {0}', labelOf(name)), placeHolder: row.note },
  );
}

async function showUses({ uses }: SecretRow): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const [first] = uses;
  if (first === undefined) return;
  const uri = editor?.document.uri ?? first.uri;
  const from = editor?.selection.active ?? first.range.start;
  await vscode.commands.executeCommand('editor.action.goToLocations', uri, from, uses, 'peek');
}
