import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { askFor, inInputBox } from './askFor.ts';
import { secretInput } from '../secrets/secretInput.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { FormField } from '../../protocol/messages.ts';
import type { Question, Questions } from '../../runner/index.ts';

/** Several questions as the panel's page shows them. */
export interface Form {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** The run that needs the answers. */
  readonly runId: string | undefined;
}

/** Shows a form; undefined where the person gave up. */
export type ShowForm = (form: Form, signal: AbortSignal) => Promise<readonly string[] | undefined>;

/** With what questions are asked. */
export interface Asking {
  readonly show: ShowForm;
  /** Answers of this session, hidden ones never. */
  readonly earlier: Map<string, string>;
  readonly secrets: SecretStore;
}

/** Asks for everything at once: for one thing in an input box, for several in a form. Undefined where the person gave up or the signal did. */
export async function askQuestions(
  { root, title, questions, runId }: Questions,
  { show, earlier, secrets }: Asking,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const keyOf = ({ label }: Question): string => JSON.stringify([root, label]);
  const earlierOf = (question: Question): string => (question.hidden ? '' : (earlier.get(keyOf(question)) ?? ''));
  const [only, ...more] = questions;
  const answers =
    only !== undefined && more.length === 0
      ? await askOne({ ...inputFor(only, title, root), value: earlierOf(only) }, signal)
      : await askInForm(show, { title, fields: questions.map((q) => fieldFor(q, earlierOf(q))), runId }, signal);
  for (const [i, answer] of (answers ?? []).entries()) {
    const question = questions[i] as Question;
    if (question.kind === 'secret') await secrets.keep({ name: question.name, root }, answer);
    else if (!question.hidden) earlier.set(keyOf(question), answer);
  }
  return answers;
}

async function askOne(options: vscode.InputBoxOptions, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const answer = await askFor(options, signal);
  return answer === undefined ? undefined : [answer];
}

async function askInForm(show: ShowForm, form: Form, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const editor = vscode.window.activeTextEditor;
  const answers = await show(form, signal);
  // Whoever sends by a key goes on typing where the cursor was.
  if (editor !== undefined && vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview)
    await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active });
  return answers;
}

/** The input box that asks one question. */
function inputFor({ kind, name, label, hidden }: Question, title: string, root: string): vscode.InputBoxOptions {
  return kind === 'secret' ? secretInput({ name, root }) : { title: inInputBox(title), prompt: inInputBox(label), password: hidden };
}

const fieldFor = ({ kind, name, label, hidden }: Question, value: string): FormField => ({
  label: kind === 'secret' ? t('Secret {0}', name) : label,
  detail:
    kind === 'label'
      ? ''
      : kind === 'prompt'
        ? `{{${name}}}`
        : t("{{$secret.{0}}}, kept in VS Code's secret storage for this collection and shown nowhere", name),
  hidden,
  required: kind === 'secret',
  value,
});
