import { movedRange, type Range } from '../../base/text/text.ts';
import { BlockBuilder } from '../syntax/blockBuilder.ts';
import {
  contentOf,
  type AssertionNode,
  type CaptureNode,
  type Block,
  type BodyNode,
  type ContinuationNode,
  type DefinitionNode,
  type DirectiveNode,
  type HeaderNode,
  type Node,
  type RequestLineNode,
  type ScriptNode,
  type SeparatorNode,
  type Span,
} from '../syntax/nodes.ts';
import { MovedSpan } from '../syntax/slice.ts';

/**
 * A block that an edit above it moved. Its nodes are created on first use, because one keystroke at the top of a long file moves
 * ten thousand blocks and only few of them are read.
 */
class MovedBlock implements Block {
  readonly content: Block;
  readonly movedBy: number;
  #made: Block | undefined;

  constructor(content: Block, by: number) {
    this.content = content;
    this.movedBy = by;
  }

  get range(): Range {
    return movedRange(this.content.range, this.movedBy);
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
  get captures(): readonly CaptureNode[] {
    return this.content.captures.length === 0 ? this.content.captures : this.#all().captures;
  }
  get responseScripts(): readonly ScriptNode[] {
    return this.content.responseScripts.length === 0 ? this.content.responseScripts : this.#all().responseScripts;
  }

  #all(): Block {
    if (this.#made !== undefined) return this.#made;
    const { start, end } = this.range;
    const builder = new BlockBuilder(start);
    for (const node of this.content.nodes) builder.push(movedNode(node, this.movedBy));
    return (this.#made = builder.finish(end));
  }
}

/** The block, moved by this number of characters. */
export function moved(block: Block, by: number): Block {
  if (by === 0) return block;
  const content = contentOf(block);
  const all = (block.movedBy ?? 0) + by;
  return all === 0 ? content : new MovedBlock(content, all);
}

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
        subject: node.subject,
        operator: span(node.operator),
        operatorName: node.operatorName,
        negated: node.negated,
        right: span(node.right),
      };
    case 'capture':
      return { kind: 'capture', range, name: span(node.name), left: span(node.left), subject: node.subject };
    case 'saved-response':
      return { kind: 'saved-response', range, path: span(node.path) };
    case 'comment':
    case 'blank':
    case 'fold':
    case 'unknown':
      return { kind: node.kind, range };
  }
}
