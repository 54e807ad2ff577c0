import * as vscode from 'vscode';
import { visibleText } from '../../base/text/visible.ts';
import type { Failure } from '../../base/reqError.ts';
import { showDuration } from '../../base/text/durationText.ts';
import { t } from '../../base/l10n.ts';
import type { RequestResult, RowRun, TestResult } from '../../runner/index.ts';
import { uriOf } from '../world/editorFiles.ts';

/** Messages for failed tests and the failure of a request, each at its line; comparisons include both values. */
export function messagesOf({ of, tests, failure }: RequestResult): readonly vscode.TestMessage[] {
  const at = (file: string | undefined, line: number | undefined): vscode.Location => {
    const row = Math.max(0, (line ?? of.request.line) - 1);
    return new vscode.Location(uriOf(file ?? of.file), new vscode.Range(row, 0, row, Number.MAX_SAFE_INTEGER));
  };
  const ofTest = (test: TestResult): vscode.TestMessage => {
    const { expected, actual } = test;
    const text = `${test.name}: ${test.message ?? t('failed')}`;
    const message =
      expected === undefined || actual === undefined ? new vscode.TestMessage(text) : vscode.TestMessage.diff(text, expected, actual);
    message.location = at(test.file, test.line);
    return message;
  };
  const ofFailure = (found: Failure): vscode.TestMessage => {
    const message = new vscode.TestMessage(failureText(found));
    message.location = at(found.at?.file, found.at?.line);
    return message;
  };
  return [...tests.filter(({ passed }) => !passed).map(ofTest), ...(failure === undefined ? [] : [ofFailure(failure)])];
}

const failureText = ({ message, hint }: Failure): string => (hint === undefined ? message : `${message}\n${hint}`);

type Colour = 'faint' | 'red' | 'plain';

const codes = { faint: 2, red: 31 } as const;

interface Line {
  readonly text: string;
  readonly colour: Colour;
}

/** Output of a request for the Test Results terminal: lines end with CRLF, control characters are made visible. */
export function outputOf(result: RequestResult, display: (file: string) => string): string {
  const { of, sent, status, statusText, verdict, reason, tests, failure, console: logged, durationMs, tries } = result;
  const { request, row, neededBy } = of;
  const requestLine = sent === undefined ? `${request.method} ${request.urlTemplate}` : `${sent.method} ${sent.url}`;

  const where = [`${display(of.file)}:${request.line}`, ...(row === undefined ? [] : [rowWords(row)])];
  if (neededBy !== undefined) where.push(t('needed by {0}', neededBy));
  const times = `${showDuration(durationMs)}${tries > 1 ? `, ${t('{0} tries', tries)}` : ''}`;
  const lines: readonly Line[] = [
    ...indented(request.name || request.title || requestLine, ''),
    ...indented(where.join(', '), '  ', 'faint'),
    ...indented(requestLine, '  '),
    ...(status === undefined ? [] : indented(`${status} ${statusText ?? ''}`.trimEnd() + `  ${times}`, '  ')),
    ...logged.flatMap(({ level, text }) => indented(text, `  ${level === 'log' ? '' : `${level}: `}`)),
    ...tests.flatMap(({ passed, name, message }) =>
      passed ? indented(name, '  ✓ ') : indented(`${name}: ${message ?? t('failed')}`, '  ✗ ', 'red'),
    ),
    ...(failure === undefined
      ? []
      : verdict === 'cancelled'
        ? indented(failure.message, '  ')
        : indented(failureText(failure), '  ✗ ', 'red')),
    ...(verdict === 'skipped' ? indented([t('skipped'), reason ?? ''].filter((part) => part !== '').join(': '), '  ') : []),
  ];
  const shown = lines.map(({ text, colour }) =>
    colour === 'plain' ? visibleText(text) : `\u001b[${codes[colour]}m${visibleText(text)}\u001b[0m`,
  );
  return `${shown.join('\r\n')}\r\n\r\n`;
}

function rowWords({ name, row: { origin } }: RowRun): string {
  return name === origin.option ? name : `${name} (${origin.option})`;
}

function indented(text: string, before: string, colour: Colour = 'plain'): readonly Line[] {
  const [first = '', ...rest] = text.split(/\r?\n/);
  return [`${before}${first}`, ...rest.map((l) => `    ${l}`)].map((line) => ({ text: line, colour }));
}
