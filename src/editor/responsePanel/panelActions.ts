import type { NodeAction } from '../../protocol/bodyRows.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StreamActions } from '../../response/stream/streamPort.ts';

/** Actions that the page can request. */
export interface PanelActions {
  cancel(runId: string): void;
  sendAgain(record: RunRecord): void;
  copyBody(record: RunRecord): void;
  /** Copies the matches of the filter. */
  copyChosen(record: RunRecord): void;
  saveBody(record: RunRecord): void;
  openBody(record: RunRecord): void;
  compareTest(record: RunRecord, test: number): void;
  copyAsCurl(record: RunRecord): void;
  /** Copies request and response, including redirects. */
  copyAsHar(record: RunRecord): void;
  openOutside(record: RunRecord, part: number): void;
  compare(record: RunRecord): void;
  /** Runs an action on the value in a row of the body. */
  readonly actOnNode: (record: RunRecord, row: number, action: NodeAction) => void;
  goTo(file: string, line: number, column: number): void;
  /** Focuses the editor of the request after the page closed its panel. */
  goBack(record: RunRecord | undefined): void;
  copyEvents: StreamActions['copyEvents'];
  saveEvents: StreamActions['saveEvents'];
  writeTextPath: StreamActions['writeTextPath'];
}
