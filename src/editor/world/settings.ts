import * as vscode from 'vscode';
import type { SendDefaults } from '../../language/index.ts';
import type { RunLimits } from '../../runner/index.ts';
import type { SettingId } from '../commands/contributions.ts';
import type { HistorySettings } from '../history/historyParts.ts';

const section = 'req';

/** Reads only the section `req`: VS Code copies the whole section that is requested. */
function get<T>(id: SettingId, fallback: T): T {
  return vscode.workspace.getConfiguration(section).get<T>(id.slice(section.length + 1), fallback);
}

/** A numeric setting, or `fallback` if it is not a number. At least `least`. */
function number(id: SettingId, fallback: number, least = 0): number {
  const value = get<unknown>(id, fallback);
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(least, value) : fallback;
}

const seconds = (id: SettingId): number => number(id, 0) * 1000;

/** Defaults of a send; definitions in the file override them. */
export function sendDefaultsOf(): SendDefaults {
  return {
    limitNames: {
      timeout: 'req.timeout',
      'connect-timeout': 'req.connectTimeout',
      'idle-timeout': 'req.idleTimeout',
      'max-redirects': 'req.maxRedirects',
    },
    timeoutMs: seconds('req.timeout'),
    connectTimeoutMs: seconds('req.connectTimeout'),
    idleTimeoutMs: seconds('req.idleTimeout'),
    followRedirects: get('req.followRedirects', true),
    maxRedirects: number('req.maxRedirects', 10),
    cookieJar: get('req.cookieJar', true),
    insecure: false,
    maxEvents: undefined,
    maxTimeMs: undefined,
    undefinedVariables: get<string>('req.undefinedVariables', 'error') === 'keep' ? 'keep' : 'error',
  };
}

const megabyte = 1024 * 1024;

/** Limits of a run in milliseconds and bytes. */
export const runLimitsOf = (): RunLimits => ({
  script: { timeMs: number('req.scripts.timeLimit', 10, 0.1) * 1000, memory: number('req.scripts.memoryLimit', 64, 4) * megabyte },
  bodySize: number('req.maxBodySize', 1024) * megabyte,
});

export const referenceLensesOf = (): boolean => get('req.codeLens.references', false);

export const runLensOf = (): boolean => get('req.codeLens.runFile', true);

export function inlayHintsOf(): 'off' | 'everywhere' | 'urls' {
  const value = get<string>('req.inlayHints', 'off');
  return value === 'on' ? 'everywhere' : value === 'urls' ? 'urls' : 'off';
}

const day = 24 * 60 * 60 * 1000;
/** Maximum number of stored responses: listing reads them all. */
const mostEntries = 5000;

/** Limits of the history in bytes and milliseconds. */
export const historySettingsOf = (): HistorySettings => ({
  enabled: get('req.history.enabled', true),
  size: number('req.history.maxSize', 200) * megabyte,
  age: number('req.history.maxAge', 30) * day,
  entrySize: number('req.history.maxEntrySize', 5) * megabyte,
  entries: mostEntries,
});

/** Rules for values that comparisons ignore. */
export function compareIgnoresOf(): readonly string[] {
  const value = get<unknown>('req.compare.ignore', []);
  return Array.isArray(value) ? value.filter((rule) => typeof rule === 'string') : [];
}

export type PanelPlace = (typeof panelPlaces)[number];

const panelPlaces = ['beside', 'active', 'below', 'window'] as const;

export const panelPlaceOf = (): PanelPlace => panelPlaces.find((place) => place === get<string>('req.panel.column', 'beside')) ?? 'beside';

/** One panel for the last run, or one per request. */
export const panelModeOf = (): 'one' | 'perRequest' => (get<string>('req.panel.mode', 'one') === 'perRequest' ? 'perRequest' : 'one');

/** Whether Req reads `.http` files; `auto`: unless another extension does. */
export function httpFilesOf(): 'auto' | 'on' | 'off' {
  const value = get<string>('req.http.enabled', 'auto');
  return value === 'on' || value === 'off' ? value : 'auto';
}

/** The dialect of `.http` files that name none. */
export const httpDialectOf = (): string => get<string>('req.http.dialect', 'auto');
