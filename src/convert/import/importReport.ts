import { markdownLine } from '../../base/text/markdown.ts';
import type { ImportNote, ImportResult } from './importResult.ts';
import { percentOf } from './missingKinds.ts';

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
    requests === 0
      ? 'No requests: the files contain only environments or variables.'
      : `${requests} request${requests === 1 ? '' : 's'}, ${whole} of them carried over completely (${percentOf(whole, requests)} %).`,
    '',
    ...tableOf(result.missing),
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

const tableOf = (missing: ImportResult['missing']): readonly string[] =>
  missing.length === 0
    ? []
    : ['| not carried over | places |', '|---|---|', ...missing.map(({ kind, count }) => `| ${kind} | ${count} |`), ''];

function section(title: string, notes: readonly ImportNote[]): readonly string[] {
  if (notes.length === 0) return [];
  return [`## ${title}`, '', ...notes.map((n) => `- ${placeOf(n)}: ${markdownLine(n.message)}`), ''];
}

const placeOf = ({ file, line, request }: ImportNote): string =>
  `${markdownLine(file)}${line === undefined ? '' : `:${line}`}${request === undefined ? '' : ` (${markdownLine(request)})`}`;
