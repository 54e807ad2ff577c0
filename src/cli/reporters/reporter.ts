import type { FileRun, RequestResult, RunSummary } from '../../runner/index.ts';
import type { Style } from '../output/output.ts';

/** What a report is made of, file after file in their order, whatever ran side by side. Everything is masked. */
export type ReportEvent =
  | { readonly kind: 'file-started'; readonly unit: FileRun }
  | {
      readonly kind: 'request';
      readonly result: RequestResult;
      /** The request as `req send --json` has it, with what only a run says: JSON. Empty where no reporter asked for it. */
      readonly json: Iterable<string>;
    }
  | { readonly kind: 'file-finished'; readonly unit: FileRun };

/** One form of report. */
export interface Reporter {
  take(e: ReportEvent): void;
  /** No more comes. */
  end(summary: RunSummary): void;
}

/** Where a report goes, and how things are named in it. */
export interface ReportSink {
  write(text: string): void;
  /** Colors, where they are wanted. */
  style(style: Style, text: string): string;
  /** A file as people name it. */
  display(file: string): string;
  /** Also what went well, and the console. */
  readonly verbose: boolean;
}

export const reporterNames = ['pretty', 'dot', 'json', 'junit', 'html', 'tap', 'github'] as const;

export type ReporterName = (typeof reporterNames)[number];
