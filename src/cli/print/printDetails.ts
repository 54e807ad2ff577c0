import { visibleLines, visibleText } from '../../base/text/visible.ts';
import type { RunEvent } from '../../runner/index.ts';
import type { Sink } from '../output/output.ts';
import type { SendRecord } from '../output/sendRecord.ts';
import { connectionLines } from './printConnection.ts';
import type { Mask } from './printer.ts';
import { shownDuration } from './printMeasures.ts';
import { requestHead } from '../../base/requestText.ts';

/** Prints an event for `--verbose`: `>` sent, `<` received, `*` notes, `:` comments of a stream. */
export function printDetails(e: RunEvent, mask: Mask, err: Sink): void {
  const say = (mark: string, text: string): void => err.write(`${err.style('dim', `${mark} ${visibleText(mask(text))}`)}\n`);
  if (e.kind === 'sending') for (const line of requestHead(e.request)) say('>', line);
  else if (e.kind === 'connected') for (const line of connectionLines(e.info, e.reused)) say('*', line);
  else if (e.kind === 'informational') {
    say('<', `HTTP/${e.head.httpVersion} ${e.head.status} ${e.head.statusText}`);
    for (const [name, value] of e.head.headers) say('<', `${name}: ${value}`);
  } else if (e.kind === 'trailers') for (const [name, value] of e.headers) say('<', `${name}: ${value} (after the body)`);
  else if (e.kind === 'redirect') {
    say('<', `${e.status}, redirected to ${e.location}`);
    if (e.dropped.length > 0) say('*', `left out from here on: ${e.dropped.join(', ')}`);
  } else if (e.kind === 'comment') say(':', e.text);
  else if (e.kind === 'console') printConsole(e, mask, err);
}

/** Prints a line of the console. */
export function printConsole({ level, text }: SendRecord['console'][number], mask: Mask, err: Sink): void {
  err.write(`${err.style('blue', `${level}:`)} ${visibleLines(mask(text))}\n`);
}

/** Prints the durations of the phases, if anything was sent. */
export function printTimings({ timings }: SendRecord, err: Sink): void {
  if (timings.total === 0) return;
  const keys = ['queue', 'dns', 'connect', 'tls', 'send', 'firstByte', 'download', 'total'] as const;
  const phases = keys.map((k) => `${k === 'firstByte' ? 'first byte' : k} ${shownDuration(timings[k])}`);
  err.write(`${err.style('dim', `* ${phases.join(', ')}`)}\n`);
}
