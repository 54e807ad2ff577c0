import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';

const limit = 4 * 1024 * 1024;

/** Copies bytes of a body as hexadecimal or text; bytes of secrets are hidden. */
export async function copyBytes(
  record: RunRecord,
  { start, end, as }: { readonly start: number; readonly end: number; readonly as: 'hex' | 'text' },
): Promise<void> {
  const body = record.bytes;
  if (body === undefined) return void vscode.window.showWarningMessage(t('This response is no longer available. Send the request again.'));
  if (end - start > limit)
    return void vscode.window.showWarningMessage(t('You can copy at most 4 MB at once. Save the body to get all of it.'));
  const bytes = body.read(start, end);
  const hidden = record.hiddenBytes({ start, end: start + bytes.length });
  const hex = (): string => Array.from(bytes, (byte, i) => (hidden.has(start + i) ? '••' : byte.toString(16).padStart(2, '0'))).join(' ');
  const text = (): string => new TextDecoder().decode(bytes.map((byte, i) => (hidden.has(start + i) ? 0x2a : byte)));
  await vscode.env.clipboard.writeText(as === 'hex' ? hex() : text());
}
