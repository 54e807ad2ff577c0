import type { Range } from '../base/text.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Something to say about a place in a file. `id` is stable and documented. */
export interface Diagnostic {
  readonly id: DiagnosticId;
  readonly severity: Severity;
  /** What is wrong and what to do. */
  readonly message: string;
  readonly range: Range;
  /** The name that was meant most likely. */
  readonly suggestion?: string;
  /** How editors show the place: what is unnecessary is faded. */
  readonly tags?: readonly DiagnosticTag[];
  /** Other places that this is about, in this file or others. */
  readonly related?: readonly RelatedPlace[];
}

export type DiagnosticTag = 'unnecessary' | 'deprecated';

export interface RelatedPlace {
  /** Absolute path. */
  readonly file: string;
  /** In the text of that file. */
  readonly range: Range;
  /** What stands there. */
  readonly message: string;
}

/** Every id, each with its section in docs/diagnostics.md. */
export const diagnosticIds = [
  'missing-url',
  'not-a-header',
  'header-name',
  'unclosed-script',
  'script-syntax',
  'unknown-directive',
  'directive-value',
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
  'too-large',
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
  'ignored-file',
  'header-value',
  'body-framing',
  'request-setting',
  'invalid-json',
  'unexpected-body',
  'missing-content-type',
  'missing-file',
  'unknown-ref',
  'ref-cycle',
  'header-typo',
  'duplicate-name',
  'duplicate-variable',
  'unused-variable',
  'shadowed-variable',
  'possible-secret',
  'more-problems',
  'failed-assertion',
] as const;

export type DiagnosticId = (typeof diagnosticIds)[number];

export const diagnostic = (
  id: DiagnosticId,
  severity: Severity,
  { start, end }: Range,
  message: string,
  more: Pick<Diagnostic, 'suggestion' | 'tags' | 'related'> = {},
): Diagnostic => ({ id, severity, message, range: { start, end }, ...more });
