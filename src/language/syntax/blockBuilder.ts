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

/** Stands for every list that a block lacks: most blocks lack most of them. */
const none: readonly never[] = Object.freeze([]);

/** Collects one block's nodes while the parser reads it; `finish` is the plain, readonly block. */
export class BlockBuilder {
  readonly #start: number;
  readonly #nodes: Node[] = [];
  #directives: DirectiveNode[] | undefined;
  #definitions: DefinitionNode[] | undefined;
  #preScripts: ScriptNode[] | undefined;
  #continuations: ContinuationNode[] | undefined;
  #headers: HeaderNode[] | undefined;
  #assertions: AssertionNode[] | undefined;
  #responseScripts: ScriptNode[] | undefined;
  #separator: SeparatorNode | undefined;
  #requestLine: RequestLineNode | undefined;
  #body: BodyNode | undefined;
  /** The values of the header read last, while folds may still come. */
  #values: Span[] | undefined;

  constructor(start: number) {
    this.#start = start;
  }

  get hasHeaders(): boolean {
    return this.#headers !== undefined;
  }

  push(node: Node): void {
    this.#nodes.push(node);
    switch (node.kind) {
      case 'separator':
        this.#separator = node;
        break;
      case 'directive':
        (this.#directives ??= []).push(node);
        break;
      case 'definition':
        (this.#definitions ??= []).push(node);
        break;
      case 'script':
        if (node.phase === 'pre-request') (this.#preScripts ??= []).push(node);
        else (this.#responseScripts ??= []).push(node);
        break;
      case 'request-line':
        this.#requestLine = node;
        break;
      case 'continuation':
        (this.#continuations ??= []).push(node);
        break;
      case 'body':
        this.#body = node;
        break;
      case 'assertion':
        (this.#assertions ??= []).push(node);
        break;
      default:
    }
  }

  pushHeader(range: Range, name: Span, value: Span): void {
    this.#values = [value];
    const node: HeaderNode = { kind: 'header', range, name, values: this.#values };
    this.#nodes.push(node);
    (this.#headers ??= []).push(node);
  }

  /** Adds a folded line to the header that was pushed last. */
  foldHeader(value: Span, line: Range): void {
    this.#values?.push(value);
    this.#nodes.push({ kind: 'fold', range: line });
  }

  finish(end: number): Block {
    return {
      range: { start: this.#start, end },
      nodes: this.#nodes,
      separator: this.#separator,
      directives: this.#directives ?? none,
      definitions: this.#definitions ?? none,
      preScripts: this.#preScripts ?? none,
      requestLine: this.#requestLine,
      continuations: this.#continuations ?? none,
      headers: this.#headers ?? none,
      body: this.#body,
      assertions: this.#assertions ?? none,
      responseScripts: this.#responseScripts ?? none,
    };
  }
}
