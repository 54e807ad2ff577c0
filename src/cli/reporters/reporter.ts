import type { FileRun, RequestResult, RunSummary } from '../../runner/index.ts';
import type { Style } from '../output/output.ts';

/** Events of a report, in the order of files even if they ran in parallel. Everything is masked. */
export type ReportEvent =
  | { readonly kind: 'file-started'; readonly unit: FileRun }
  | {
      readonly kind: 'request';
      readonly result: RequestResult;
      /** JSON of the request as in `req send --json`, with fields of the run. Empty unless a reporter needs it. */
      readonly json: Iterable<string>;
    }
  | { readonly kind: 'file-finished'; readonly unit: FileRun };

export interface Reporter {
  take(e: ReportEvent): void;
  /** Called after the last event. */
  end(summary: RunSummary): void;
}

export interface ReportSink {
  write(text: string): void;
  /** Adds colors, if enabled. */
  style(style: Style, text: string): string;
  display(file: string): string;
  /** Also prints passed tests and the console. */
  readonly verbose: boolean;
}

export const reporterNames = ['pretty', 'dot', 'json', 'junit', 'html', 'tap', 'github'] as const;

export type ReporterName = (typeof reporterNames)[number];
