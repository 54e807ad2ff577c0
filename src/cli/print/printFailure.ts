import type { ReceivedExcerpt, Failure } from '../../base/reqError.ts';
import type { Sink } from '../output/output.ts';
import { visibleLines, visibleText } from '../../base/text/visible.ts';
import { shownPlace } from '../world/shownPath.ts';

/** Prints an error on standard error: place, message, hint, and an excerpt of an unreadable response. */
export function printFailure(failure: Failure, err: Sink): void {
  const cancelled = failure.kind === 'cancelled';
  const place = failure.at === undefined ? '' : `${shownPlace(failure.at)}: `;
  const label = cancelled ? '' : err.style('red', failure.kind === 'bug' ? 'defect: ' : 'error: ');
  err.write(`${place}${label}${visibleLines(failure.message)}\n`);
  if (failure.hint !== undefined) err.write(`${err.style('dim', 'hint:')} ${visibleLines(failure.hint)}\n`);
  if (failure.came !== undefined) err.write(`${err.style('dim', 'received:')}\n${excerptLines(failure.came).join('')}`);
}

/** Lines of the excerpt, with a caret below the wrong position. */
function excerptLines({ text, wrongAt }: ReceivedExcerpt): readonly string[] {
  let end = 0;
  return text.split(/(?<=\n)/).flatMap((whole) => {
    const start = end;
    end += whole.length;
    const line = whole.replace(/\r?\n$/, '');
    const shown = line === '' ? '\n' : `  ${visibleText(line)}\n`;
    if (wrongAt === undefined || wrongAt < start || wrongAt >= end) return [shown];
    return [shown, `  ${' '.repeat(visibleText(line.slice(0, wrongAt - start)).length)}^\n`];
  });
}
