import { markdownLine } from '../../base/markdown.ts';

/** What an export did. */
export interface ExportOutcome {
  /** The label of the target. */
  readonly target: string;
  readonly requests: number;
  /** What was not carried over, a sentence each. */
  readonly left: readonly string[];
  /** The environment variables that hold secrets. */
  readonly variables: readonly string[];
  /** The paths of the files. */
  readonly written: readonly string[];
}

/** What an export did, as Markdown. */
export function exportReport({ target, requests, left, variables, written }: ExportOutcome): string {
  return [
    '# Export',
    '',
    `${requests} request${requests === 1 ? '' : 's'} for ${target}.`,
    '',
    ...section('Not carried over, or different', left),
    ...section('Secrets, read from environment variables', variables),
    ...section('Files', written),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((l) => `- ${markdownLine(l)}`), ''];
