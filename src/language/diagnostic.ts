import type { Range } from '../base/text.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Something to say about a place in a file. `id` is stable and documented. */
export interface Diagnostic {
  readonly id: DiagnosticId;
  readonly severity: Severity;
  /** What is wrong and what to do. */
  readonly message: string;
  readonly range: Range;
}

/** Every id, each with its section in docs/diagnostics.md. */
export const diagnosticIds = [
  'missing-url',
  'not-a-header',
  'header-name',
  'unclosed-script',
  'unknown-directive',
  'directive-value',
  'directive-later',
  'definition-name',
  'after-body',
  'assertion',
  'method-case',
  'version',
  'not-a-placeholder',
  'undefined-variable',
  'undefined-until-sent',
  'missing-property',
  'index-out-of-range',
  'cycle',
  'unknown-dynamic',
  'dynamic-arguments',
  'unknown-filter',
  'defined-below',
  'fragment',
  'url',
  'json-body',
  'shared-file',
  'encoding',
  'environment-file',
  'header-value',
  'request-setting',
] as const;

export type DiagnosticId = (typeof diagnosticIds)[number];

export const diagnostic = (id: DiagnosticId, severity: Severity, range: Range, message: string): Diagnostic => ({
  id,
  severity,
  message,
  range,
});
