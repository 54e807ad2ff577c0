import * as vscode from 'vscode';
import type { ToPanel } from '../../../protocol/messages.ts';
import { findAgain, isForeignTree } from '../../../language/index.ts';
import { failureFixes, isForeignFix, type FailureFix } from '../../../language/onDemand.ts';
import type { RunRecord } from '../../../response/record/runRecord.ts';
import { goTo } from './goTo.ts';
import { openTree } from '../requestDocument.ts';
import { applyAction, type ActionParts, type ActionTarget } from '../../providers/actions/actionEdits.ts';
import { readForeign } from '../../world/httpFiles.ts';
import { uriOf } from '../../world/editorFiles.ts';
import { keepSecret } from '../../secrets/index.ts';
import type { Services } from '../../services.ts';

/** The actions for a failed run, for the current text of its file. */
async function fixesOf(
  services: Services,
  record: RunRecord,
): Promise<{ readonly fixes: readonly FailureFix[]; readonly target: ActionTarget } | undefined> {
  const { failure, outcome } = record.summary ?? {};
  if (failure === undefined || failure === null || outcome !== 'failed') return undefined;
  const { document, text, place } = await openTree(services, record);
  const known = await services.surroundings.know(text);
  const request = findAgain(known.tree, record.request);
  if (request === undefined) return undefined;
  const target = { document, file: known.file, root: known.collection.root };
  const fixes = failureFixes(known, request.block, failure);
  if (isForeignTree(known.tree)) {
    const read = await readForeign();
    const fits = isForeignFix(known, text.getText(), (source) => read(known.file, source).text);
    return { fixes: fixes.filter(({ action }) => fits(action)), target: { ...target, place } };
  }
  if (text === document) return { fixes, target };
  // Names of a Markdown document cannot be renamed.
  return { fixes: fixes.filter(({ action }) => action.command?.kind !== 'rename'), target: { ...target, place } };
}

const partsOf = ({ environments, secrets }: Services): ActionParts => ({
  environments,
  keepSecret: (secret, value) => keepSecret(secrets, secret, value),
});

/**
 * The actions for a failed run, as data for the page.
 * @param isSolved whether an action for the failure as a whole was applied, to which the others are alternatives
 */
export async function offeredFixes(services: Services, record: RunRecord, isSolved: boolean): Promise<ToPanel> {
  const all = (await fixesOf(services, record))?.fixes ?? [];
  const fixes = all.filter(({ problem }) => problem !== undefined || !isSolved);
  return {
    type: 'fixes',
    runId: record.id,
    fixes: fixes.map(({ problem, action: { title } }) => ({ problem: problem ?? null, title })),
  };
}

/**
 * Applies the action of a problem with this title, and goes to the value that it leaves to the user. Does nothing if the action no longer
 * exists in the changed file.
 * @returns whether it was applied
 */
export async function applyFix(services: Services, record: RunRecord, problem: number | null, title: string): Promise<boolean> {
  const found = await fixesOf(services, record);
  const fix = found?.fixes.find((f) => (f.problem ?? null) === problem && f.action.title === title);
  if (found === undefined || fix === undefined) return false;
  const { action } = fix;
  const isDone = await applyAction(partsOf(services), action, found.target);
  const file = action.edits[0]?.file;
  // The offsets of a fence, or of a file of another client, are not those of its document.
  if (file === undefined || action.cursor === undefined || (found.target.place !== undefined && file === found.target.file)) return isDone;
  const document = file === found.target.file ? found.target.document : await vscode.workspace.openTextDocument(uriOf(file));
  const { line, character } = document.positionAt(action.cursor);
  await goTo(file, line + 1, character + 1);
  return isDone;
}
