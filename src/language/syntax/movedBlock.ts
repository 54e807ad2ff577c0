import type { Range } from '../../base/text.ts';
import { BlockBuilder } from './blockBuilder.ts';
import type {
  AssertionNode,
  Block,
  BodyNode,
  ContinuationNode,
  DefinitionNode,
  DirectiveNode,
  HeaderNode,
  Node,
  RequestLineNode,
  ScriptNode,
  SeparatorNode,
  Span,
} from './nodes.ts';
import { MovedSpan } from './slice.ts';

/**
 * A block that stands elsewhere than where it was read. Its nodes are made when somebody looks at them: a keystroke at the top of
 * a long file moves ten thousand blocks, and few are looked at.
 */
class MovedBlock implements Block {
  readonly content: Block;
  readonly by: number;
  #made: Block | undefined;

  constructor(content: Block, by: number) {
    this.content = content;
    this.by = by;
  }

  get range(): Range {
    return movedRange(this.content.range, this.by);
  }
  get nodes(): readonly Node[] {
    return this.#all().nodes;
  }
  get separator(): SeparatorNode | undefined {
    return this.content.separator && this.#all().separator;
  }
  get directives(): readonly DirectiveNode[] {
    return this.content.directives.length === 0 ? this.content.directives : this.#all().directives;
  }
  get definitions(): readonly DefinitionNode[] {
    return this.content.definitions.length === 0 ? this.content.definitions : this.#all().definitions;
  }
  get preScripts(): readonly ScriptNode[] {
    return this.content.preScripts.length === 0 ? this.content.preScripts : this.#all().preScripts;
  }
  get requestLine(): RequestLineNode | undefined {
    return this.content.requestLine && this.#all().requestLine;
  }
  get continuations(): readonly ContinuationNode[] {
    return this.content.continuations.length === 0 ? this.content.continuations : this.#all().continuations;
  }
  get headers(): readonly HeaderNode[] {
    return this.content.headers.length === 0 ? this.content.headers : this.#all().headers;
  }
  get body(): BodyNode | undefined {
    return this.content.body && this.#all().body;
  }
  get assertions(): readonly AssertionNode[] {
    return this.content.assertions.length === 0 ? this.content.assertions : this.#all().assertions;
  }
  get responseScripts(): readonly ScriptNode[] {
    return this.content.responseScripts.length === 0 ? this.content.responseScripts : this.#all().responseScripts;
  }

  #all(): Block {
    if (this.#made !== undefined) return this.#made;
    const { start, end } = this.range;
    const builder = new BlockBuilder(start);
    for (const node of this.content.nodes) builder.push(movedNode(node, this.by));
    return (this.#made = builder.finish(end));
  }
}

/**
 * What a block says, as the same object however often it was moved: what is found from a block's text alone can be remembered by it.
 * Its offsets count from `placeOf(block)`.
 */
export const contentOf = (block: Block): Block => (block instanceof MovedBlock ? block.content : block);

/** How far a block stands from where its content was read. */
const movedBy = (block: Block): number => (block instanceof MovedBlock ? block.by : 0);

/** Where a block begins. */
export const startOf = (block: Block): number => contentOf(block).range.start + movedBy(block);

/** The block as it stands so many characters further on. */
export function moved(block: Block, by: number): Block {
  if (by === 0) return block;
  const content = contentOf(block);
  const all = movedBy(block) + by;
  return all === 0 ? content : new MovedBlock(content, all);
}

export const movedRange = (range: Range, by: number): Range => ({ start: range.start + by, end: range.end + by });

function movedNode(node: Node, by: number): Node {
  const range = movedRange(node.range, by);
  const span = (s: Span): Span => new MovedSpan(s, by);
  const maybe = (s: Span | undefined): Span | undefined => s && span(s);
  switch (node.kind) {
    case 'separator':
      return { kind: 'separator', range, title: maybe(node.title) };
    case 'directive':
      return { kind: 'directive', range, name: span(node.name), argument: maybe(node.argument) };
    case 'definition':
      return { kind: 'definition', range, name: span(node.name), value: span(node.value) };
    case 'script':
      return { ...node, range, source: span(node.source) };
    case 'request-line':
      return { kind: 'request-line', range, method: maybe(node.method), target: span(node.target), version: maybe(node.version) };
    case 'continuation':
      return { kind: 'continuation', range, text: span(node.text) };
    case 'header':
      return { kind: 'header', range, name: span(node.name), values: node.values.map(span) };
    case 'body':
      return { kind: 'body', range, text: span(node.text) };
    case 'assertion':
      return {
        kind: 'assertion',
        range,
        text: span(node.text),
        left: span(node.left),
        operator: span(node.operator),
        right: span(node.right),
      };
    case 'saved-response':
      return { kind: 'saved-response', range, path: span(node.path) };
    case 'comment':
    case 'blank':
    case 'fold':
    case 'unknown':
      return { kind: node.kind, range };
  }
}
