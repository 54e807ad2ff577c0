import type { Failure } from '../../base/reqError.ts';
import type { Sink } from '../output.ts';
import { visibleLines } from '../visibleLines.ts';
import { shownPlace } from '../place.ts';

/** Tells a failure on standard error: place, message, hint. */
export function printFailure(failure: Failure, err: Sink): void {
  const cancelled = failure.kind === 'cancelled';
  const place = failure.at === undefined ? '' : `${shownPlace(failure.at)}: `;
  const label = cancelled ? '' : err.style('red', failure.kind === 'bug' ? 'defect: ' : 'error: ');
  err.write(`${place}${label}${visibleLines(failure.message)}\n`);
  if (failure.hint !== undefined) err.write(`${err.style('dim', 'hint:')} ${visibleLines(failure.hint)}\n`);
}
