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

/**
 * One kind of a block's entries. The list they are gathered in serves block after block, and each block takes a copy as long
 * as it must be: a list that grows is left mostly empty.
 */
class Entries<T> {
  readonly #gathered: T[] = [];
  #count = 0;

  push(entry: T): void {
    this.#gathered[this.#count++] = entry;
  }

  get any(): boolean {
    return this.#count > 0;
  }

  take(): readonly T[] {
    if (this.#count === 0) return none;
    const taken = this.#gathered.slice(0, this.#count);
    this.#count = 0;
    return taken;
  }
}

/** Collects nodes while the parser reads them; `finish` gives the plain, readonly block, and the next one begins. */
export class BlockBuilder {
  #start: number;
  readonly #nodes = new Entries<Node>();
  readonly #directives = new Entries<DirectiveNode>();
  readonly #definitions = new Entries<DefinitionNode>();
  readonly #preScripts = new Entries<ScriptNode>();
  readonly #continuations = new Entries<ContinuationNode>();
  readonly #headers = new Entries<HeaderNode>();
  readonly #assertions = new Entries<AssertionNode>();
  readonly #responseScripts = new Entries<ScriptNode>();
  #separator: SeparatorNode | undefined;
  #requestLine: RequestLineNode | undefined;
  #body: BodyNode | undefined;
  /** The values of the header read last, while folds may still come. */
  #values: Span[] | undefined;

  constructor(start: number) {
    this.#start = start;
  }

  get hasHeaders(): boolean {
    return this.#headers.any;
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

  pushHeader(range: Range, name: Span, value: Span): void {
    this.#values = [value];
    const node: HeaderNode = { kind: 'header', range, name, values: this.#values };
    this.push(node);
  }

  /** Adds a folded line to the header that was pushed last. */
  foldHeader(value: Span, line: Range): void {
    this.#values?.push(value);
    this.#nodes.push({ kind: 'fold', range: line });
  }

  /** The block up to `end`; what is pushed from now on belongs to the next one. */
  finish(end: number): Block {
    const block = {
      range: { start: this.#start, end },
      nodes: this.#nodes.take(),
      separator: this.#separator,
      directives: this.#directives.take(),
      definitions: this.#definitions.take(),
      preScripts: this.#preScripts.take(),
      requestLine: this.#requestLine,
      continuations: this.#continuations.take(),
      headers: this.#headers.take(),
      body: this.#body,
      assertions: this.#assertions.take(),
      responseScripts: this.#responseScripts.take(),
    };
    this.#start = end;
    this.#separator = undefined;
    this.#requestLine = undefined;
    this.#body = undefined;
    return block;
  }
}
