import * as vscode from 'vscode';
import type { SendDefaults } from '../language/index.ts';
import type { SettingId } from './contributions.ts';

const get = <T extends string | number | boolean>(id: SettingId, fallback: T): T =>
  vscode.workspace.getConfiguration().get<T>(id, fallback);
const seconds = (id: SettingId): number => Math.max(0, get(id, 0)) * 1000;

/** What a file does not say, from the user's settings. */
export function sendDefaultsOf(): SendDefaults {
  return {
    timeoutMs: seconds('req.timeout'),
    idleTimeoutMs: seconds('req.idleTimeout'),
    followRedirects: get('req.followRedirects', true),
    maxRedirects: get('req.maxRedirects', 10),
    insecure: false,
    maxEvents: undefined,
    maxTimeMs: undefined,
    undefinedVariables: get<string>('req.undefinedVariables', 'error') === 'keep' ? 'keep' : 'error',
  };
}

const megabyte = 1024 * 1024;

/** Octets. */
export const maxBodySizeOf = (): number => get('req.maxBodySize', 1024) * megabyte;
export const scriptLimitsOf = (): { readonly timeMs: number; readonly memory: number } => ({
  timeMs: get('req.scripts.timeLimit', 10) * 1000,
  memory: get('req.scripts.memoryLimit', 64) * megabyte,
});
export const panelColumnOf = (): vscode.ViewColumn =>
  get<string>('req.panel.column', 'beside') === 'active' ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
