import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { findAgain, identify, type RequestIdentity } from '../../language/index.ts';
import type { RunSummary } from '../../response/record/runRecord.ts';
import type { SnapshotMode } from '../../runner/index.ts';
import { documentUriOf, type RequestText } from '../providers/fencedDocuments.ts';
import { textOf, type Sent } from '../sending/resend.ts';
import type { Services } from '../services.ts';
import { openAgain } from '../world/editorFiles.ts';
import { refusedForEnvironment } from '../world/environmentChoice.ts';
import { trustedOr } from '../world/trust.ts';
import { requestTarget } from './requestTarget.ts';

/** Whether the workspace is trusted. If not, shows a message that nothing is sent. */
export function maySend(): Promise<boolean> {
  return trustedOr(t('Nothing is sent and no script runs until this workspace is trusted.'));
}

/** Sends the request at a line or at the cursor. Undefined if nothing was sent. */
export async function sendRequest(
  services: Services,
  uri: unknown,
  line: unknown,
  snapshots?: SnapshotMode,
): Promise<RunSummary | undefined> {
  if (!(await maySend())) return undefined;
  const target = await requestTarget(services.surroundings, uri, line);
  if (target === undefined) return undefined;
  return sendIdentified(services, target.text, identify(target.tree, target.request), snapshots);
}

/** Sends the request of the current response again; without a response, the request at the cursor. */
export function sendAgain(services: Services): Promise<unknown> {
  const { record } = services.panels;
  return record === undefined ? sendRequest(services, undefined, undefined) : sendRecordAgain(services, record);
}

/** Sends the request of a run as its file defines it now. */
export async function sendRecordAgain(services: Services, record: Sent): Promise<void> {
  if (!(await maySend())) return;
  const document = await openAgain(documentUriOf(record.uri));
  await sendIdentified(services, textOf(document, record, services.surroundings), record.request);
}

async function sendIdentified(
  { surroundings, environments, runs }: Services,
  text: RequestText,
  identity: RequestIdentity,
  snapshots?: SnapshotMode,
): Promise<RunSummary | undefined> {
  // The text may change while the surroundings are read: the request is looked up again in the text that is sent.
  const known = await surroundings.know(text, 'reload');
  if (await refusedForEnvironment(environments, known.collection)) return undefined;
  const request = findAgain(known.tree, identity);
  if (request !== undefined) return (await runs.send(known, request, undefined, { snapshots })).summary;
  void vscode.window.showWarningMessage(
    t('Nothing was sent: "{0}" is no longer in {1}.', identity.title, vscode.workspace.asRelativePath(documentUriOf(text.uri))),
  );
  return undefined;
}
