import { readBlock } from './blocks.ts';
import { readDefinition } from './destination.ts';
import { labelOf, type Block, type Definitions } from './markdownNodes.ts';

/** A block at the top level of a text. The object is the same as long as the block is equal. */
export interface TopBlock {
  /** Its start in the text, in UTF-16 units, which does not change as text is added. */
  readonly start: number;
  readonly source: string;
  readonly block: Block;
}

interface Defined {
  readonly label: string;
  readonly url: string;
  readonly start: number;
}

/** A growing Markdown text. When text is added, only the last two blocks are parsed again, and of a list or table the last two items. */
export class MarkdownText {
  #text = '';
  readonly #lines: string[] = [''];
  /** Start offsets of the lines in the text. */
  readonly #starts: number[] = [0];
  #blocks: readonly TopBlock[] = [];
  /** The first line of each block. */
  readonly #blockLines: number[] = [];
  #defined: readonly Defined[] = [];
  #definitions: Definitions = new Map();

  get blocks(): readonly TopBlock[] {
    return this.#blocks;
  }

  /** The same object until a definition changes. */
  get definitions(): Definitions {
    return this.#definitions;
  }

  /** Sets the whole text. If it begins with the previous text, only the rest is parsed. */
  update(text: string): void {
    if (text === this.#text) return;
    const grows = text.startsWith(this.#text);
    this.#splitLines(text, grows);
    // The last line may be cut, and what it becomes may change the block before it.
    const kept = grows ? this.#blocks.slice(0, -2) : [];
    const known = grows ? new Map(this.#blocks.slice(kept.length).map((block) => [block.start, block])) : new Map<number, TopBlock>();
    const line = kept.length === 0 ? 0 : (this.#blockLines[kept.length] ?? 0);
    const from = this.#starts[line] ?? 0;
    const defined = this.#defined.filter(({ start }) => start < from);
    this.#text = text;
    this.#blockLines.length = kept.length;
    this.#blocks = [...kept, ...this.#readFrom(line, known, defined)];
    this.#define(defined);
  }

  /** Splits the added text into lines. The last line is split again, because it may have been cut, even within CRLF. */
  #splitLines(text: string, grows: boolean): void {
    const count = grows ? Math.max(0, this.#lines.length - (this.#text.endsWith('\r') ? 2 : 1)) : 0;
    let at = this.#starts[count] ?? 0;
    this.#lines.length = count;
    this.#starts.length = count;
    this.#starts.push(at);
    const breaks = /\r\n|\n|\r/g;
    breaks.lastIndex = at;
    for (let found = breaks.exec(text); found !== null; found = breaks.exec(text)) {
      this.#lines.push(text.slice(at, found.index));
      this.#starts.push((at = breaks.lastIndex));
    }
    this.#lines.push(text.slice(at));
  }

  /** @param defined receives the definitions between the blocks */
  #readFrom(first: number, known: ReadonlyMap<number, TopBlock>, defined: Defined[]): readonly TopBlock[] {
    const lines = this.#lines;
    const blocks: TopBlock[] = [];
    for (let line = first; line < lines.length;) {
      const start = this.#starts[line] ?? 0;
      const before = known.get(start);
      const { block, end } = readBlock(lines, line, 0, before?.block);
      if (block === null) {
        const definition = readDefinition(lines[line] ?? '');
        if (definition !== undefined) defined.push({ label: labelOf(definition.label), url: definition.url, start });
      } else {
        const source = lines.slice(line, end).join('\n');
        blocks.push(before?.source === source ? before : { start, source, block });
        this.#blockLines.push(line);
      }
      line = end;
    }
    return blocks;
  }

  #define(defined: readonly Defined[]): void {
    const before = this.#defined;
    this.#defined = defined;
    if (defined.length === before.length && defined.every((d, i) => d.label === before[i]?.label && d.url === before[i].url)) return;
    // Of several the first counts (CommonMark §4.7).
    this.#definitions = new Map(defined.toReversed().map(({ label, url }) => [label, url]));
  }
}
