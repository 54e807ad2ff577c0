import type { Place } from '../../base/reqError.ts';
import type { NodeAction } from '../../protocol/bodyRows.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StreamActions } from '../../response/stream/streamPort.ts';

export interface PanelActions {
  cancel(runId: string): void;
  sendAgain(record: RunRecord): void;
  copyBody(record: RunRecord): void;
  copyChosen(record: RunRecord): void;
  saveBody(record: RunRecord): void;
  openBody(record: RunRecord): void;
  /** Resolves with the actions for a failed run. */
  fixes(record: RunRecord): Promise<ToPanel | undefined>;
  /** Applies an action, then resolves with those that are left. */
  applyFix(record: RunRecord, problem: number | null, title: string): Promise<ToPanel | undefined>;
  compareTest(record: RunRecord, test: number): void;
  /** Opens the schema of a failed test at the part that the value violates. */
  openSchema(record: RunRecord, test: number, place: number): void;
  copyAsCurl(record: RunRecord): void;
  /** Copies request and response, including redirects. */
  copyAsHar(record: RunRecord): void;
  openOutside(record: RunRecord, part: number): void;
  compare(record: RunRecord): void;
  readonly actOnNode: (record: RunRecord, row: number, action: NodeAction) => void;
  /** Writes a request for a URL below the request of the run. */
  makeRequest(record: RunRecord, url: string): void;
  /** Writes the next request of a chat. */
  reply(record: RunRecord): void;
  /** Goes to a place of the time when the run started. */
  goTo(record: RunRecord | undefined, place: Place): void;
  /** How many lines the request is below its line when the run started. */
  linesMoved(record: RunRecord): number;
  /** Focuses the editor of the request after the page closed its panel. */
  goBack(record: RunRecord | undefined): void;
  copyEvents: StreamActions['copyEvents'];
  saveEvents: StreamActions['saveEvents'];
  writeTextPath: StreamActions['writeTextPath'];
}
