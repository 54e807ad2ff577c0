import { t } from '../../base/l10n.ts';
import type { ToPanel } from '../../protocol/messages.ts';

type Tests = Extract<ToPanel, { readonly type: 'tests' }>['tests'];

export interface FailedLine {
  /** From 0. */
  readonly line: number;
  readonly message: string;
}

/** An edit of a text, in lines from 0. */
export interface LineEdit {
  readonly first: number;
  readonly last: number;
  /** Line breaks in the inserted text. */
  readonly breaks: number;
  /** Whether it only inserts whole lines before its first line. */
  readonly isBefore: boolean;
}

/**
 * The lines of a file with failed tests, one message each. Assertions that have been deleted are skipped.
 * @param file the file of the request
 * @param lineText the current text of a line; undefined after the last line
 */
export function failedLines(tests: Tests, file: string, lineText: (line: number) => string | undefined): readonly FailedLine[] {
  return tests.flatMap((test) => {
    if (test.passed || test.line === null || (test.file !== undefined && test.file !== file)) return [];
    const line = test.line - 1;
    const text = lineText(line)?.trim();
    if (text === undefined || text === '' || (text.startsWith('??') && !text.includes(test.name))) return [];
    return [{ line, message: `${test.name}: ${test.message ?? t('failed')}` }];
  });
}

/** The lines after an edit: changed lines are removed, lines below are moved. */
export function afterEdit(lines: readonly FailedLine[], { first, last, breaks, isBefore }: LineEdit): readonly FailedLine[] {
  const moved = breaks - (last - first);
  return lines.flatMap((f) => {
    if (f.line < first) return [f];
    if (f.line > last || (isBefore && f.line === first)) return [{ ...f, line: f.line + moved }];
    return [];
  });
}
