import { diagnostic, type Diagnostic } from '../diagnostic.ts';
import { readAssertion } from './assertionLine.ts';
import { BlockBuilder } from './blockBuilder.ts';
import { readHeader } from './headerLine.ts';
import { LineReader } from './lineReader.ts';
import {
  checkDefinition,
  endsBody,
  isComment,
  isSpace,
  readDefinition,
  readDirective,
  readSeparator,
  span,
  trimmed,
  whole,
} from './lines.ts';
import type { Block } from './nodes.ts';
import { checkRequestLine, readRequestLine } from './requestLine.ts';
import { readScript, type ScriptSink } from './scriptLines.ts';

type Phase = 'preamble' | 'headers' | 'body' | 'tail';

const isSpaceOrBreak = (c: number): boolean => c === 32 || c === 9 || c === 10 || c === 13;
const atLineStart = 'A variable is defined at the start of a line: take the white space before the @ away.';

/** Takes what is read, in the order of the text. What is said comes before its block. */
export interface BlockSink extends ScriptSink {
  /** `next` is where the next block begins, undefined behind the last one. False ends the reading. */
  block(block: Block, next: number | undefined): boolean;
}

/**
 * Reads blocks from an offset on, where one begins. Never fails and never stops at an error: each block stands on its own.
 * @returns where the lines begin, for a text that was read from its start
 */
export function readBlocks(text: string, start: number, shared: boolean, sink: BlockSink): readonly number[] {
  const say = (d: Diagnostic): void => sink.say(d);
  // The reader is the line at hand.
  const line = new LineReader(text, start);
  const block = new BlockBuilder(start);
  let phase: Phase = 'preamble';
  let ended = false;

  do readLine();
  while (!ended && line.advance());
  if (!ended) sink.block(block.finish(text.length), undefined);
  return line.starts;

  function readLine(): void {
    const first = text.charCodeAt(line.start);
    if (first === 35 && text.startsWith('###', line.start)) {
      ended = line.start > start && !sink.block(block.finish(line.start), line.start);
      if (ended) return;
      block.push(readSeparator(text, line));
      phase = 'preamble';
      return;
    }
    switch (phase) {
      case 'preamble':
        return preambleLine(first);
      case 'headers':
        return headerLine(first);
      case 'body':
        return body();
      case 'tail':
        return tailLine(first);
    }
  }

  function pushComment(): void {
    block.push(readDirective(text, line, say) ?? { kind: 'comment', range: whole(line) });
  }

  function unknown(d: Diagnostic): void {
    say(d);
    block.push({ kind: 'unknown', range: whole(line) });
  }

  function preambleLine(first: number): void {
    if (line.isBlank()) return block.push({ kind: 'blank', range: whole(line) });
    if (isComment(text, line.start)) return pushComment();
    if (first === 64) return definition();
    if ((first === 60 || first === 62) && readScript(text, line, first, block, sink)) return;
    const content = trimmed(text, line.start, line.end);
    if (content.start > line.start) {
      if (isComment(text, content.start)) return block.push({ kind: 'comment', range: whole(line) });
      if (shared && block.hasHeaders) return block.foldHeader(content, whole(line));
      if (content.text.startsWith('@')) return unknown(diagnostic('definition-name', 'error', content, atLineStart));
    }
    if (shared) return sharedHeader();
    requestLine();
  }

  function definition(): void {
    const node = readDefinition(text, line);
    if (node === undefined)
      return unknown(
        diagnostic('definition-name', 'error', trimmed(text, line.start, line.end), 'A variable is defined as `@name = value`.'),
      );
    checkDefinition(node, say);
    block.push(node);
  }

  function sharedHeader(): void {
    if (readHeader(text, line, block, say)) return;
    unknown(
      diagnostic(
        'shared-file',
        'error',
        trimmed(text, line.start, line.end),
        'A shared file holds variables, headers (`Name: value`), directives and scripts; requests stand in other .req files.',
      ),
    );
  }

  function requestLine(): void {
    const node = readRequestLine(text, line);
    block.push(node);
    phase = 'headers';
    checkRequestLine(node, say);
  }

  function headerLine(first: number): void {
    if (line.isBlank()) {
      block.push({ kind: 'blank', range: whole(line) });
      phase = 'body';
      return;
    }
    if (isComment(text, line.start)) return pushComment();
    if (first === 32 || first === 9) return indentedLine();
    if (endsBody(text, line, first)) {
      phase = 'tail';
      return tailLine(first);
    }
    if (readHeader(text, line, block, say)) return;
    const place = trimmed(text, line.start, line.end);
    const message =
      (first === 63 || first === 38) && !block.hasHeaders
        ? 'A line that continues the URL is indented.'
        : first === 64
          ? 'A variable is defined before the request line, not among the headers.'
          : first === 60
            ? 'An empty line is missing before the body.'
            : 'This is not a header: a header is `Name: value`. If the body begins here, leave an empty line before it.';
    unknown(diagnostic('not-a-header', 'error', place, message));
  }

  function indentedLine(): void {
    const content = trimmed(text, line.start, line.end);
    const c = content.text.charCodeAt(0);
    if (block.hasHeaders) block.foldHeader(content, whole(line));
    else if (c === 63 || c === 38 || c === 47) block.push({ kind: 'continuation', range: whole(line), text: content });
    else
      unknown(
        diagnostic(
          'not-a-header',
          'error',
          content,
          'An indented line under the request line continues its URL and begins with ?, & or /. A header begins at the start of its line.',
        ),
      );
  }

  function body(): void {
    const bodyStart = line.start;
    const firstLine = line.starts.length - (line.next > line.end ? 2 : 1);
    do {
      const first = text.charCodeAt(line.start);
      if (first === 35 ? text.startsWith('###', line.start) : line.end > line.start && endsBody(text, line, first)) {
        finishBody(bodyStart, firstLine, line.start);
        phase = 'tail';
        return readLine();
      }
    } while (line.advance());
    finishBody(bodyStart, firstLine, text.length);
  }

  /** The body ends with its last line that is not blank; blank lines after it are nodes of their own. */
  function finishBody(bodyStart: number, firstLine: number, end: number): void {
    let contentEnd = end;
    while (contentEnd > bodyStart && isSpaceOrBreak(text.charCodeAt(contentEnd - 1))) contentEnd--;
    const { starts } = line;
    let from = firstLine;
    if (contentEnd > bodyStart) {
      // The rest of the last line: its white space is body, its break is not.
      while (isSpace(text.charCodeAt(contentEnd)) && contentEnd < end) contentEnd++;
      while ((starts[from] ?? end) < contentEnd) from++;
      block.push({
        kind: 'body',
        range: { start: bodyStart, end: Math.min(starts[from] ?? end, end) },
        text: span(text, bodyStart, contentEnd),
      });
    }
    for (; (starts[from] ?? end) < end; from++)
      block.push({ kind: 'blank', range: { start: starts[from] as number, end: Math.min(starts[from + 1] ?? end, end) } });
  }

  function tailLine(first: number): void {
    if (line.isBlank()) return block.push({ kind: 'blank', range: whole(line) });
    if (isComment(text, line.start)) return block.push({ kind: 'comment', range: whole(line) });
    if (first === 63 && text.charCodeAt(line.start + 1) === 63) return block.push(readAssertion(text, line, say));
    if ((first === 62 || first === 60) && endsBody(text, line, first) && readScript(text, line, first, block, sink)) return;
    unknown(
      diagnostic(
        'after-body',
        'error',
        trimmed(text, line.start, line.end),
        'After assertions and response scripts nothing else may follow. The body stands before them; `###` begins the next request.',
      ),
    );
  }
}
