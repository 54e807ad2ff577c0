import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { askFor, inInputBox } from './askFor.ts';
import { secretInput } from '../secrets/secretInput.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { FormField } from '../../protocol/messages.ts';
import type { Question, Questions } from '../../runner/index.ts';

export interface Form {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly runId: string | undefined;
  /** The request is sent when the form is submitted. */
  readonly sends: boolean;
}

/** Shows a form; undefined if the user dismissed it. */
export type ShowForm = (form: Form, signal: AbortSignal) => Promise<readonly string[] | undefined>;

export interface Asking {
  readonly show: ShowForm;
  /** Answers of this session, without hidden ones. */
  readonly earlier: Map<string, string>;
  readonly secrets: SecretStore;
}

/** Asks one question in an input box, several in a form. Undefined if the user cancelled or the signal aborted. */
export async function askQuestions(
  { root, title, questions, runId, sends = false }: Questions,
  { show, earlier, secrets }: Asking,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const keyOf = ({ label }: Question): string => JSON.stringify([root, label]);
  const earlierOf = (question: Question): string => (question.hidden ? '' : (earlier.get(keyOf(question)) ?? ''));
  const [only, ...more] = questions;
  const answers =
    only !== undefined && more.length === 0
      ? await askOne({ ...inputFor(only, title, root), value: earlierOf(only) }, signal)
      : await askInForm(show, { title, fields: questions.map((q) => fieldFor(q, earlierOf(q))), runId, sends }, signal);
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
  // Return the focus to the editor, so that the user can go on typing.
  if (editor !== undefined && vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview)
    await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active });
  return answers;
}

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
        : t("{{$secret.{0}}}, stored in VS Code's secret storage for this collection and never shown", name),
  hidden,
  required: kind === 'secret',
  value,
});
