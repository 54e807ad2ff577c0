import type { Range } from '../../base/text/text.ts';
import type {
  AssertionNode,
  CaptureNode,
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

/** Shared by all empty lists, because most lists of most blocks are empty. */
const none: readonly never[] = Object.freeze([]);

/**
 * A reusable buffer for one kind of entry. `take` returns a copy of the exact length, because an array that has grown keeps
 * unused capacity.
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

/** Collects the nodes of one block after another. `finish` returns the current block and begins the next. */
export class BlockBuilder {
  #start: number;
  readonly #nodes = new Entries<Node>();
  readonly #directives = new Entries<DirectiveNode>();
  readonly #definitions = new Entries<DefinitionNode>();
  readonly #preScripts = new Entries<ScriptNode>();
  readonly #continuations = new Entries<ContinuationNode>();
  readonly #headers = new Entries<HeaderNode>();
  readonly #assertions = new Entries<AssertionNode>();
  readonly #captures = new Entries<CaptureNode>();
  readonly #responseScripts = new Entries<ScriptNode>();
  #separator: SeparatorNode | undefined;
  #requestLine: RequestLineNode | undefined;
  #body: BodyNode | undefined;
  /** The values of the last header, so that folds can be added. */
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
      case 'capture':
        this.#captures.push(node);
        break;
      default:
    }
  }

  pushHeader(range: Range, name: Span, value: Span): void {
    this.#values = [value];
    const node: HeaderNode = { kind: 'header', range, name, values: this.#values };
    this.push(node);
  }

  foldHeader(value: Span, line: Range): void {
    this.#values?.push(value);
    this.#nodes.push({ kind: 'fold', range: line });
  }

  /** Returns the block up to `end` and begins the next one. */
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
      captures: this.#captures.take(),
      responseScripts: this.#responseScripts.take(),
    };
    this.#start = end;
    this.#separator = undefined;
    this.#requestLine = undefined;
    this.#body = undefined;
    return block;
  }
}
