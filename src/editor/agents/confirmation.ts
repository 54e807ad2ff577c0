import * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import { createMask, maskText } from '../../base/masks/mask.ts';
import { t } from '../../base/l10n.ts';
import { safeMethods, scriptsAround, type RequestSummary } from '../../language/index.ts';
import { holdsStandIn, lookResolved } from '../../language/onDemand.ts';
import { destinationText } from '../sending/permissions.ts';
import type { Runs } from '../sending/runs.ts';
import type { Known } from '../world/editorSurroundings.ts';
import type { Confirmation } from './agentHost.ts';

/**
 * The message that a request would send, if the files determine it. Undefined if a script may change it, or a value is known only when it
 * is sent. Such a message is confirmed directly before it is sent.
 */
export async function previewOf(known: Known, { block }: RequestSummary, runs: Runs): Promise<Confirmation | undefined> {
  const { resolution } = lookResolved(known, block, 'keep');
  if (!resolution.ok || scriptsAround(known.contextOf(block), 'pre-request').length > 0) return undefined;
  const { method, url, wireUrl, body, options, secrets } = resolution.request;
  if (holdsStandIn(url) || (/^[^/]*\/\/[^/?]*/.exec(wireUrl)?.[0] ?? maskText).includes(maskText)) return undefined;
  try {
    const at = { file: known.file, line: known.tree.lines.positionAt(block.requestLine.range.start).line + 1, column: 1 };
    const files = await runs.bodyVersions(known, body);
    return { method, at, files, url: createMask(secrets)(wireUrl), to: await runs.destinationOf(known, { wireUrl, options, secrets }) };
  } catch {
    // The send itself reports the problem.
    return undefined;
  }
}

/** A digest of everything known before sending that determines the message. A change invalidates the confirmation. */
export function versionOf(known: Known, { block }: RequestSummary): string {
  const { tree, collection, environment } = known;
  const { resolution } = lookResolved(known, block, 'keep');
  const { headers, body } = resolution.ok ? resolution.request : { headers: [], body: [] };
  const texts = [tree.text, ...collection.shared.map((s) => s.tree.text), ...collection.environmentFiles.map((f) => f.text)];
  return createHash('sha256')
    .update(JSON.stringify([environment ?? null, headers, body, ...texts]))
    .digest('hex');
}

/** The chat's confirmation before a send that may change something or goes to a protected environment. */
export function confirmation(
  known: Known,
  { method, name, urlTemplate }: RequestSummary,
  preview: Confirmation | undefined,
): { readonly reasons: number; readonly prepared: vscode.PreparedToolInvocation } {
  const message = (text: string): vscode.MarkdownString => new vscode.MarkdownString().appendText(text);
  const { environment, collection } = known;
  const isProtected = environment !== undefined && collection.protectedEnvironments.has(environment);
  const reasons = [
    // A message that is not known yet is asked for once, when it is.
    ...(preview === undefined || safeMethods.has(preview.method) ? [] : [t('{0} may change something.', preview.method)]),
    ...(preview !== undefined && isProtected ? [t('The environment {0} is protected.', environment)] : []),
  ];
  const invocationMessage = message(t('Sending {0}', name || method));
  if (reasons.length === 0) return { reasons: 0, prepared: { invocationMessage } };
  const lines = [
    `${preview?.method ?? method} ${preview?.url ?? urlTemplate}`,
    ...(preview === undefined ? [] : [t('To {0}.', destinationText(preview.to))]),
    reasons.join(' '),
  ];
  const title = t('Send {0}?', name || method);
  return {
    reasons: reasons.length,
    prepared: { invocationMessage, confirmationMessages: { title, message: message(lines.join('\n\n')) } },
  };
}
