import { t } from '../../base/l10n.ts';
import type { ToPanel } from '../../protocol/messages.ts';

type Tests = Extract<ToPanel, { readonly type: 'tests' }>['tests'];

/** A line of a file on which a test failed. */
export interface FailedLine {
  /** From 0. */
  readonly line: number;
  readonly message: string;
}

/** A change of a text, in lines from 0. */
export interface LineEdit {
  readonly first: number;
  readonly last: number;
  /** Line breaks that it brings. */
  readonly breaks: number;
  /** It only puts whole lines before its first. */
  readonly isBefore: boolean;
}

/**
 * The lines of a file on which tests failed, one message each.
 * @param file that of the request
 * @param lineText what stands on a line now; undefined beyond the end. An assertion that is not there any more is left out.
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

/** The lines after an edit: those that it changed are gone, those below have moved. */
export function afterEdit(lines: readonly FailedLine[], { first, last, breaks, isBefore }: LineEdit): readonly FailedLine[] {
  const moved = breaks - (last - first);
  return lines.flatMap((f) => {
    if (f.line < first) return [f];
    if (f.line > last || (isBefore && f.line === first)) return [{ ...f, line: f.line + moved }];
    return [];
  });
}
