import type { NodeAction } from '../../protocol/bodyRows.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StreamActions } from '../../response/stream/streamPort.ts';

/** What the page may ask for. */
export interface PanelActions {
  cancel(runId: string): void;
  sendAgain(record: RunRecord): void;
  copyBody(record: RunRecord): void;
  /** What a query has chosen of the body. */
  copyChosen(record: RunRecord): void;
  saveBody(record: RunRecord): void;
  openBody(record: RunRecord): void;
  compareTest(record: RunRecord, test: number): void;
  copyAsCurl(record: RunRecord): void;
  /** Request and response, its redirects too. */
  copyAsHar(record: RunRecord): void;
  openOutside(record: RunRecord, part: number): void;
  compare(record: RunRecord): void;
  /** Does something with the value in a row of the body. */
  readonly actOnNode: (record: RunRecord, row: number, action: NodeAction) => void;
  goTo(file: string, line: number, column: number): void;
  /** Gives the focus back to the request of a panel that was closed from the page. */
  goBack(record: RunRecord | undefined): void;
  copyEvents: StreamActions['copyEvents'];
  saveEvents: StreamActions['saveEvents'];
  writeTextPath: StreamActions['writeTextPath'];
}
