import { diagnostic, type Diagnostic } from '../diagnostic.ts';
import type { BlockBuilder } from './blockBuilder.ts';
import type { LineReader, Mark } from './lineReader.ts';
import { scriptOpen, span, trimmed, trimmedEnd, whole } from './lines.ts';

/** A script that is not closed: what it is depends on text far behind it. Offsets in the text. */
export interface Lookahead {
  /** Where the script begins. */
  readonly from: number;
  /** Where the reader gave up looking for its end; infinite at the end of the text. */
  readonly to: number;
}

/** Takes what is said of scripts. */
export interface ScriptSink {
  say(d: Diagnostic): void;
  lookahead(found: Lookahead): void;
}

/**
 * Reads `< {%`, `> {%`, `< ./script.js`, `> ./script.js` or `<> ./saved.json`, a line that begins with `first`, into the block,
 * with the lines that an inline script goes on for.
 * @returns false where the line is none of them
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
 * A block ends at the first `%}` that ends a line. Where another script opens before one comes, or none comes, the
 * block is unclosed and ends at the next `###`, so that the requests after it stay what they are.
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
  sink.say(diagnostic('unclosed-script', 'error', { start, end: openEnd }, 'This script is not closed: end it with a line `%}`.'));
  const end = back?.start ?? text.length;
  push(end, end);
  if (back !== undefined) line.rewindTo(back);
}
