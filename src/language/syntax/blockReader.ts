import { diagnostic, type Diagnostic } from '../diagnostic.ts';
import { checkUntil, readAssertion, readCapture } from './assertionLine.ts';
import { BlockBuilder } from './blockBuilder.ts';
import { readHeader } from './headerLine.ts';
import { LineReader } from './lineReader.ts';
import {
  checkDefinition,
  checkOutsideRequest,
  endsBody,
  isMeantAsCapture,
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
const atLineStart = 'A variable is defined at the start of a line: remove the white space before the @.';

/** Receives blocks in the order of the text. The diagnostics of a block are reported before it. */
export interface BlockSink extends ScriptSink {
  /**
   * @param next offset of the next block; undefined after the last one
   * @returns false to stop reading
   */
  block(block: Block, next: number | undefined): boolean;
}

/**
 * Reads blocks from an offset at which one begins. Never throws. A syntax error does not affect the blocks after it.
 * @returns offsets of the line starts, complete only if reading began at the start of the text
 */
export function readBlocks(text: string, start: number, shared: boolean, sink: BlockSink): readonly number[] {
  return new BlockReader(text, start, shared, sink).read();
}

class BlockReader {
  readonly #text: string;
  readonly #start: number;
  readonly #shared: boolean;
  readonly #sink: BlockSink;
  readonly #report: (d: Diagnostic) => void;
  readonly #line: LineReader;
  readonly #block: BlockBuilder;
  #phase: Phase = 'preamble';
  #ended = false;

  constructor(text: string, start: number, shared: boolean, sink: BlockSink) {
    this.#text = text;
    this.#start = start;
    this.#shared = shared;
    this.#sink = sink;
    this.#report = (d) => sink.report(d);
    this.#line = new LineReader(text, start);
    this.#block = new BlockBuilder(start);
  }

  read(): readonly number[] {
    do this.#readLine();
    while (!this.#ended && this.#line.advance());
    if (!this.#ended) this.#sink.block(this.#finish(this.#text.length), undefined);
    return this.#line.starts;
  }

  #finish(end: number): Block {
    const block = this.#block.finish(end);
    if (block.requestLine === undefined) checkOutsideRequest(block.directives, this.#report);
    return block;
  }

  #readLine(): void {
    const first = this.#text.charCodeAt(this.#line.start);
    if (first === 35 && this.#text.startsWith('###', this.#line.start)) {
      this.#ended = this.#line.start > this.#start && !this.#sink.block(this.#finish(this.#line.start), this.#line.start);
      if (this.#ended) return;
      this.#block.push(readSeparator(this.#text, this.#line));
      this.#phase = 'preamble';
      return;
    }
    switch (this.#phase) {
      case 'preamble':
        return this.#preambleLine(first);
      case 'headers':
        return this.#headerLine(first);
      case 'body':
        return this.#body();
      case 'tail':
        return this.#tailLine(first);
    }
  }

  #pushComment(): void {
    const directive = readDirective(this.#text, this.#line, this.#report);
    if (directive?.name.text === 'until') checkUntil(this.#text, directive, this.#report);
    this.#block.push(directive ?? { kind: 'comment', range: whole(this.#line) });
  }

  #unknown(d: Diagnostic): void {
    this.#report(d);
    this.#block.push({ kind: 'unknown', range: whole(this.#line) });
  }

  #preambleLine(first: number): void {
    if (this.#line.isBlank()) return this.#block.push({ kind: 'blank', range: whole(this.#line) });
    if (isComment(this.#text, this.#line.start)) return this.#pushComment();
    if (first === 64) return this.#definition();
    if ((first === 60 || first === 62) && readScript(this.#text, this.#line, first, this.#block, this.#sink)) return;
    const content = trimmed(this.#text, this.#line.start, this.#line.end);
    if (content.start > this.#line.start) {
      if (isComment(this.#text, content.start)) return this.#block.push({ kind: 'comment', range: whole(this.#line) });
      if (this.#shared && this.#block.hasHeaders) return this.#block.foldHeader(content, whole(this.#line));
      if (content.text.startsWith('@')) return this.#unknown(diagnostic('definition-name', 'error', content, atLineStart));
    }
    if (this.#shared) return this.#sharedHeader();
    this.#requestLine();
  }

  #definition(): void {
    const node = readDefinition(this.#text, this.#line);
    if (node === undefined)
      return this.#unknown(
        diagnostic(
          'definition-name',
          'error',
          trimmed(this.#text, this.#line.start, this.#line.end),
          'A variable is defined as `@name = value`.',
        ),
      );
    checkDefinition(node, this.#report);
    this.#block.push(node);
  }

  #sharedHeader(): void {
    if (readHeader(this.#text, this.#line, this.#block, this.#report)) return;
    this.#unknown(
      diagnostic(
        'shared-file',
        'error',
        trimmed(this.#text, this.#line.start, this.#line.end),
        'A shared file contains variables, headers (`Name: value`), directives and scripts; put requests in other .req files.',
      ),
    );
  }

  #requestLine(): void {
    const node = readRequestLine(this.#text, this.#line);
    this.#block.push(node);
    this.#phase = 'headers';
    checkRequestLine(node, this.#report);
  }

  #headerLine(first: number): void {
    if (this.#line.isBlank()) {
      this.#block.push({ kind: 'blank', range: whole(this.#line) });
      this.#phase = 'body';
      return;
    }
    if (isComment(this.#text, this.#line.start)) return this.#pushComment();
    if (first === 32 || first === 9) return this.#indentedLine();
    if (endsBody(this.#text, this.#line, first)) {
      this.#phase = 'tail';
      return this.#tailLine(first);
    }
    if (readHeader(this.#text, this.#line, this.#block, this.#report)) return;
    const place = trimmed(this.#text, this.#line.start, this.#line.end);
    const message =
      (first === 63 || first === 38) && !this.#block.hasHeaders
        ? 'A line that continues the URL is indented.'
        : first === 64
          ? 'A variable is defined before the request line, not among the headers.'
          : first === 60
            ? 'An empty line is missing before the body.'
            : 'This is not a header: a header is `Name: value`. If the body begins here, leave an empty line before it.';
    this.#unknown(diagnostic('not-a-header', 'error', place, message));
  }

  #indentedLine(): void {
    const content = trimmed(this.#text, this.#line.start, this.#line.end);
    const c = content.text.charCodeAt(0);
    if (this.#block.hasHeaders) this.#block.foldHeader(content, whole(this.#line));
    else if (c === 63 || c === 38 || c === 47) this.#block.push({ kind: 'continuation', range: whole(this.#line), text: content });
    else
      this.#unknown(
        diagnostic(
          'not-a-header',
          'error',
          content,
          'An indented line under the request line continues its URL and begins with ?, & or /. A header begins at the start of its line.',
        ),
      );
  }

  #body(): void {
    const bodyStart = this.#line.start;
    const firstLine = this.#line.starts.length - (this.#line.next > this.#line.end ? 2 : 1);
    do {
      const first = this.#text.charCodeAt(this.#line.start);
      if (
        first === 35
          ? this.#text.startsWith('###', this.#line.start)
          : this.#line.end > this.#line.start && endsBody(this.#text, this.#line, first)
      ) {
        this.#finishBody(bodyStart, firstLine, this.#line.start);
        this.#phase = 'tail';
        return this.#readLine();
      }
    } while (this.#line.advance());
    this.#finishBody(bodyStart, firstLine, this.#text.length);
  }

  /** Ends the body at its last non-blank line. Blank lines after it become separate nodes. */
  #finishBody(bodyStart: number, firstLine: number, end: number): void {
    let contentEnd = end;
    while (contentEnd > bodyStart && isSpaceOrBreak(this.#text.charCodeAt(contentEnd - 1))) contentEnd--;
    const { starts } = this.#line;
    let from = firstLine;
    if (contentEnd > bodyStart) {
      // Trailing white space of the last line belongs to the body, its line break does not.
      while (isSpace(this.#text.charCodeAt(contentEnd)) && contentEnd < end) contentEnd++;
      while ((starts[from] ?? end) < contentEnd) from++;
      this.#block.push({
        kind: 'body',
        range: { start: bodyStart, end: Math.min(starts[from] ?? end, end) },
        text: span(this.#text, bodyStart, contentEnd),
      });
    }
    for (; (starts[from] ?? end) < end; from++)
      this.#block.push({ kind: 'blank', range: { start: starts[from] as number, end: Math.min(starts[from + 1] ?? end, end) } });
  }

  #tailLine(first: number): void {
    if (this.#line.isBlank()) return this.#block.push({ kind: 'blank', range: whole(this.#line) });
    if (isComment(this.#text, this.#line.start)) return this.#block.push({ kind: 'comment', range: whole(this.#line) });
    if (first === 63 && this.#text.charCodeAt(this.#line.start + 1) === 63)
      return this.#block.push(readAssertion(this.#text, this.#line, this.#report));
    if (first === 64 && isMeantAsCapture(this.#text, this.#line))
      return this.#block.push(readCapture(this.#text, this.#line, this.#report));
    if (
      (first === 62 || first === 60) &&
      endsBody(this.#text, this.#line, first) &&
      readScript(this.#text, this.#line, first, this.#block, this.#sink)
    )
      return;
    this.#unknown(
      diagnostic(
        'after-body',
        'error',
        trimmed(this.#text, this.#line.start, this.#line.end),
        'Nothing else can follow assertions and response scripts. Put the body before them; `###` begins the next request.',
      ),
    );
  }
}
