import { markdownLine } from '../../../base/text/markdown.ts';

export interface ExportOutcome {
  readonly target: string;
  readonly requests: number;
  /** The parts that were not converted, one sentence each. */
  readonly left: readonly string[];
  readonly variables: readonly string[];
  readonly written: readonly string[];
}

/** The result of an export as Markdown. */
export function exportReport({ target, requests, left, variables, written }: ExportOutcome): string {
  return [
    '# Export',
    '',
    `${requests} request${requests === 1 ? '' : 's'} for ${target}.`,
    '',
    ...section('Not carried over, or different', left),
    ...section('Secrets that are not written, by the names of their variables', variables),
    ...section('Files', written),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((l) => `- ${markdownLine(l)}`), ''];
