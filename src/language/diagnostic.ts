import type { Range } from '../base/text/text.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A problem or hint at a range of a file. `id` is stable and documented. */
export interface Diagnostic {
  readonly id: DiagnosticId;
  readonly severity: Severity;
  /** The problem and its solution. */
  readonly message: string;
  readonly range: Range;
  /** The most likely correct name, for a quick fix. */
  readonly suggestion?: string;
  /** Names of variables or requests. Another definition of any of them would solve the problem. */
  readonly needs?: readonly string[];
  /** How editors display the range, such as fading unnecessary code. */
  readonly tags?: readonly DiagnosticTag[];
  readonly related?: readonly RelatedPlace[];
}

export type DiagnosticTag = 'unnecessary' | 'deprecated';

export interface RelatedPlace {
  /** Absolute path. */
  readonly file: string;
  readonly range: Range;
  readonly message: string;
}

/** All ids. Each has a section in docs/diagnostics.md. */
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
  'data-file',
  'schema-file',
  'openapi-document',
  'unknown-operation',
  'api-parameter',
  'api-body',
  'graphql',
  'graphql-deprecated',
  'graphql-schema',
  'unknown-ref',
  'ref-cycle',
  'header-typo',
  'duplicate-name',
  'duplicate-variable',
  'unused-variable',
  'shadowed-variable',
  'possible-secret',
  'kept-events',
  'more-problems',
  'failed-assertion',
  'dialect',
] as const;

export type DiagnosticId = (typeof diagnosticIds)[number];

export const diagnostic = (
  id: DiagnosticId,
  severity: Severity,
  { start, end }: Range,
  message: string,
  more: Pick<Diagnostic, 'suggestion' | 'needs' | 'tags' | 'related'> = {},
): Diagnostic => ({ id, severity, message, range: { start, end }, ...more });
