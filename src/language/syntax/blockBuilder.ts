import type { Range } from '../../base/text.ts';
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

/** Collects one block's nodes while the parser reads it; `finish` is the plain, readonly block. */
export class BlockBuilder {
  readonly #start: number;
  readonly #nodes: Node[] = [];
  readonly #directives: DirectiveNode[] = [];
  readonly #definitions: DefinitionNode[] = [];
  readonly #preScripts: ScriptNode[] = [];
  readonly #continuations: ContinuationNode[] = [];
  readonly #headers: HeaderNode[] = [];
  readonly #assertions: AssertionNode[] = [];
  readonly #responseScripts: ScriptNode[] = [];
  #separator: SeparatorNode | undefined;
  #requestLine: RequestLineNode | undefined;
  #body: BodyNode | undefined;

  constructor(start: number) {
    this.#start = start;
  }

  get headerCount(): number {
    return this.#headers.length;
  }

  push(node: Node): void {
    this.#nodes.push(node);
    switch (node.kind) {
      case 'separator':
        this.#separator = node;
        break;
      case 'directive':
        this.#directives.push(node);
        break;
      case 'definition':
        this.#definitions.push(node);
        break;
      case 'script':
        (node.phase === 'pre-request' ? this.#preScripts : this.#responseScripts).push(node);
        break;
      case 'request-line':
        this.#requestLine = node;
        break;
      case 'continuation':
        this.#continuations.push(node);
        break;
      case 'header':
        this.#headers.push(node);
        break;
      case 'body':
        this.#body = node;
        break;
      case 'assertion':
        this.#assertions.push(node);
        break;
      default:
    }
  }

  /** Adds a folded line to the header that was pushed last. */
  foldHeader(value: Span, line: Range): void {
    const last = this.#headers.pop();
    if (last === undefined) return;
    // Comments may stand between a header and its fold: they keep their own nodes.
    const node: HeaderNode = { ...last, values: [...last.values, value] };
    const index = this.#nodes.lastIndexOf(last);
    if (index === this.#nodes.length - 1) this.#nodes[index] = { ...node, range: { start: last.range.start, end: line.end } };
    else {
      this.#nodes[index] = node;
      this.#nodes.push({ kind: 'comment', range: line });
    }
    const placed = this.#nodes[index];
    if (placed?.kind === 'header') this.#headers.push(placed);
  }

  finish(end: number): Block {
    return {
      range: { start: this.#start, end },
      nodes: this.#nodes,
      separator: this.#separator,
      directives: this.#directives,
      definitions: this.#definitions,
      preScripts: this.#preScripts,
      requestLine: this.#requestLine,
      continuations: this.#continuations,
      headers: this.#headers,
      body: this.#body,
      assertions: this.#assertions,
      responseScripts: this.#responseScripts,
    };
  }
}
