import { diagnostic, type Diagnostic } from '../diagnostic.ts';
import type { BlockBuilder } from './blockBuilder.ts';
import type { LineReader, Mark } from './lineReader.ts';
import { scriptOpen, span, trimmed, trimmedEnd, whole } from './lines.ts';

/** An unclosed script. Its extent depends on the text from `from` to `to`, so an edit there requires parsing it again. */
export interface Lookahead {
  /** Offset at which the script begins. */
  readonly from: number;
  /** Offset at which the search for its end stopped; `Infinity` at the end of the text. */
  readonly to: number;
}

export interface ScriptSink {
  report(d: Diagnostic): void;
  lookahead(found: Lookahead): void;
}

/**
 * Reads `< {%`, `> {%`, `< ./script.js`, `> ./script.js` or `<> ./saved.json` into the block, and all lines of an inline script.
 * @param first the line's first character code
 * @returns false if the line is none of them
 */
export function readScript(text: string, line: LineReader, first: number, block: BlockBuilder, sink: ScriptSink): boolean {
  const phase = first === 60 ? 'pre-request' : 'response';
  scriptOpen.lastIndex = line.start;
  const open = scriptOpen.exec(text);
  if (open !== null && line.start + open[0].length <= line.end) {
    inlineScript(text, line, phase, line.start + open[0].length, block, sink);
    return true;
  }
  if (first === 60 && text.charCodeAt(line.start + 1) === 62) {
    block.push({ kind: 'saved-response', range: whole(line), path: trimmed(text, line.start + 2, line.end) });
    return true;
  }
  const path = trimmed(text, line.start + 1, line.end);
  if (path.text === '' || path.start === line.start + 1) return false;
  block.push({ kind: 'script', range: whole(line), phase, inline: false, source: path });
  return true;
}

/**
 * A script ends at the first `%}` at the end of a line. If there is none, or another script opens before it, the script is
 * unclosed and ends at the next `###` or opening, so the requests after it are still parsed.
 */
function inlineScript(
  text: string,
  line: LineReader,
  phase: 'pre-request' | 'response',
  sourceStart: number,
  block: BlockBuilder,
  sink: ScriptSink,
): void {
  const { start, end: openEnd } = line;
  const push = (sourceEnd: number, end: number): void =>
    block.push({ kind: 'script', range: { start, end }, phase, inline: true, source: span(text, sourceStart, sourceEnd) });
  let back: Mark | undefined;
  let to = Number.POSITIVE_INFINITY;
  for (let first = true; first || line.advance(); first = false) {
    if (!first) {
      scriptOpen.lastIndex = line.start;
      if (scriptOpen.test(text)) {
        back ??= line.mark();
        to = line.next;
        break;
      }
      if (back === undefined && text.startsWith('###', line.start)) back = line.mark();
    }
    const end = trimmedEnd(text, line.start, line.end);
    if (end - 2 >= sourceStart && text.startsWith('%}', end - 2)) return push(end - 2, line.next);
  }
  sink.lookahead({ from: start, to });
  sink.report(diagnostic('unclosed-script', 'error', { start, end: openEnd }, 'This script is not closed: end it with a line `%}`.'));
  const end = back?.start ?? text.length;
  push(end, end);
  if (back !== undefined) line.rewindTo(back);
}
