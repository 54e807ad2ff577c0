import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { responseDocument } from './bodyActions.ts';

export async function compareTest(record: RunRecord, index: number, open: Map<string, string>): Promise<void> {
  const test = record.replay().flatMap((m) => (m.type === 'tests' ? m.tests : []))[index];
  if (test?.expected === undefined || test.actual === undefined) return;
  const extension = /^\s*[{[]/.test(test.expected) ? 'json' : 'txt';
  const side = (name: string, text: string): vscode.Uri => {
    const key = `${record.id}-${index}-${name}`;
    open.set(key, text);
    return responseDocument(`${name}.${extension}`, key);
  };
  const [expected, actual] = [side('expected', test.expected), side('actual', test.actual)];
  await vscode.commands.executeCommand('vscode.diff', expected, actual, t('{0}: expected ↔ actual', test.name), { preview: true });
}
