import type { Span } from './nodes.ts';

/** A slice that takes its text out of the file only when asked: a tree of a large file is half as large, and read faster. */
export class Slice implements Span {
  readonly start: number;
  readonly end: number;
  /** The text that it was read from. */
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

/** A span that stands elsewhere than where it was read. */
export class MovedSpan implements Span {
  readonly start: number;
  readonly end: number;
  /** As it was read. */
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
