import { readBlock } from './blocks.ts';
import { readDefinition } from './destination.ts';
import { labelOf, type Block, type Definitions } from './markdownNodes.ts';

/** A block at the top of a text. The object stays the same as long as the block does. */
export interface TopBlock {
  /** Its place in the text, in UTF-16 units: it does not change as text is added. */
  readonly start: number;
  readonly source: string;
  readonly block: Block;
}

interface Defined {
  readonly label: string;
  readonly url: string;
  /** Where it stands in the text. */
  readonly start: number;
}

/** A Markdown text that grows: when text is added only the last two blocks are read again. */
export class MarkdownText {
  #text = '';
  #blocks: readonly TopBlock[] = [];
  #defined: readonly Defined[] = [];
  #definitions: Definitions = new Map();

  get blocks(): readonly TopBlock[] {
    return this.#blocks;
  }

  /** Another object when they are others. */
  get definitions(): Definitions {
    return this.#definitions;
  }

  /** Takes the whole text as it is now. What begins as the text before is read on from there. */
  update(text: string): void {
    if (text === this.#text) return;
    // The last line may be cut, and what it becomes may change the block before it.
    const kept = text.startsWith(this.#text) ? this.#blocks.slice(0, -2) : [];
    const from = kept.length === 0 ? 0 : (this.#blocks[kept.length]?.start ?? 0);
    const known = new Map(this.#blocks.slice(kept.length).map((block) => [block.start, block]));
    const defined = this.#defined.filter(({ start }) => start < from);
    this.#text = text;
    this.#blocks = [...kept, ...readTop(text.slice(from), from, known, defined)];
    this.#define(defined);
  }

  #define(defined: readonly Defined[]): void {
    const before = this.#defined;
    this.#defined = defined;
    if (defined.length === before.length && defined.every((d, i) => d.label === before[i]?.label && d.url === before[i].url)) return;
    // Of several the first counts (CommonMark §4.7).
    this.#definitions = new Map(defined.toReversed().map(({ label, url }) => [label, url]));
  }
}

/** @param defined gets the definitions between the blocks */
function readTop(text: string, from: number, known: ReadonlyMap<number, TopBlock>, defined: Defined[]): readonly TopBlock[] {
  const { lines, starts } = linesOf(text);
  const blocks: TopBlock[] = [];
  for (let line = 0; line < lines.length;) {
    const { block, end } = readBlock(lines, line, 0);
    const start = from + (starts[line] ?? 0);
    if (block === null) {
      const definition = readDefinition(lines[line] ?? '');
      if (definition !== undefined) defined.push({ label: labelOf(definition.label), url: definition.url, start });
    } else {
      const source = lines.slice(line, end).join('\n');
      const before = known.get(start);
      blocks.push(before?.source === source ? before : { start, source, block });
    }
    line = end;
  }
  return blocks;
}

function linesOf(text: string): { readonly lines: readonly string[]; readonly starts: readonly number[] } {
  const lines: string[] = [];
  const starts = [0];
  let at = 0;
  for (const found of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push(text.slice(at, found.index));
    starts.push((at = found.index + found[0].length));
  }
  lines.push(text.slice(at));
  return { lines, starts };
}
