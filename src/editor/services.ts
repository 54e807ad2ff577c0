import type * as vscode from 'vscode';
import type { Host } from '../runner/index.ts';
import type { HistoryViews } from './history/historyViews.ts';
import type { RequestViews } from './requests/requestViews.ts';
import type { ResponsePanels } from './responsePanel/responsePanels.ts';
import type { SecretStore } from './secrets/secretStore.ts';
import type { ActiveRuns } from './sending/activeRuns.ts';
import type { Permissions } from './sending/permissions.ts';
import type { RunningRequests } from './sending/runningRequests.ts';
import type { Runs } from './sending/runs.ts';
import type { TokenKeeper } from './sending/signIn.ts';
import type { VariableStores } from './sending/variableStores.ts';
import type { Testing } from './testing/testing.ts';
import type { VariableViews } from './variables/variableViews.ts';
import type { Surroundings } from './world/editorSurroundings.ts';
import type { Environments } from './world/environments.ts';

/** Services that exist as soon as a window is open. */
export interface WindowServices {
  readonly context: vscode.ExtensionContext;
  readonly surroundings: Surroundings;
  readonly active: ActiveRuns;
  readonly variables: VariableStores;
  readonly environments: Environments;
  readonly secrets: SecretStore;
}

/** Services that commands use, created with the first command. Disposing them leaves those of the window alone. */
export interface Services extends WindowServices, vscode.Disposable {
  readonly permissions: Permissions;
  readonly tokens: TokenKeeper;
  readonly host: Host;
  readonly runs: Runs;
  readonly running: RunningRequests;
  readonly panels: ResponsePanels;
  /** Texts of the read-only documents that show responses, by key. */
  readonly responseTexts: Map<string, string>;
  readonly history: HistoryViews;
  readonly variableViews: VariableViews;
  /** The preview of a request beside its editor, at a line of a document or at the cursor. */
  readonly preview: { show(uri: unknown, line: unknown): Promise<void> };
  readonly requestViews: RequestViews;
  /** The environments as a table: those of a row of the Variables view, or of the active file. */
  readonly environmentPanels: {
    show(row: unknown): Promise<void>;
    restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void>;
  };
  readonly testing: Testing;
}
