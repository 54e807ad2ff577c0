import { markdownLine } from '../../base/markdown.ts';
import type { ImportNote, ImportResult } from './importResult.ts';

/**
 * The report of an import as Markdown.
 * @param written paths of the written files
 */
export function reportOf(result: ImportResult, written: readonly string[]): string {
  const { requests, whole } = result;
  const warnings = result.notes.filter((n) => n.level === 'warning');
  const lines = [
    '# Import',
    '',
    `${requests} request${requests === 1 ? '' : 's'}, ${whole} of them carried over completely.`,
    '',
    ...section('Not carried over, or different', warnings),
    ...section(
      'Written in another way',
      result.notes.filter((n) => n.level === 'information'),
    ),
    '## Files',
    '',
    ...written.map((path) => `- ${markdownLine(path)}`),
    '',
  ];
  return lines.join('\n');
}

function section(title: string, notes: readonly ImportNote[]): readonly string[] {
  if (notes.length === 0) return [];
  return [`## ${title}`, '', ...notes.map((n) => `- ${placeOf(n)}: ${markdownLine(n.message)}`), ''];
}

const placeOf = ({ file, line, request }: ImportNote): string =>
  `${markdownLine(file)}${line === undefined ? '' : `:${line}`}${request === undefined ? '' : ` (${markdownLine(request)})`}`;
