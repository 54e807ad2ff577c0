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

/** A part of an operation: a documented status or a parameter. */
export interface CoveredPart {
  readonly name: string;
  readonly isCovered: boolean;
}

export interface OperationCoverage {
  /** `GET /users/{id}`. */
  readonly operation: string;
  /** Responses that were checked. */
  readonly calls: number;
  readonly statuses: readonly CoveredPart[];
  readonly parameters: readonly CoveredPart[];
}

/** The coverage of an OpenAPI document (`--contract`). */
export interface ApiCoverage {
  /** Absolute path. */
  readonly document: string;
  readonly title: string;
  /** Why it could not be read. */
  readonly problem: string | undefined;
  readonly operations: readonly OperationCoverage[];
}

export interface ReportSummary extends RunSummary {
  /** Only with `--contract`. */
  readonly contract?: readonly ApiCoverage[];
}

export interface Reporter {
  /** May return a promise only for an event with JSON. The next event follows when it has resolved. */
  take(e: ReportEvent): Promise<void> | void;
  /** Writes the end of the report, after the last event. A long end is returned in pieces, so that signals are handled between them. */
  end(summary: ReportSummary): Iterable<string> | void;
}

export interface ReportSink {
  write(text: string): void;
  /** Adds colors, if enabled. */
  style(style: Style, text: string): string;
  display(file: string): string;
  /** Also prints passed tests and the console. */
  readonly verbose: boolean;
  /** Whether the time after Ctrl+C is used up; a report then omits its remaining requests. */
  isLate(): boolean;
}

export const reporterNames = ['pretty', 'dot', 'json', 'junit', 'html', 'tap', 'github'] as const;

export type ReporterName = (typeof reporterNames)[number];
