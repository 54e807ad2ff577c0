import type { LineIndex, Range } from '../../base/text.ts';
import type { Diagnostic } from '../diagnostic.ts';

/** A slice of the file. */
export interface Span extends Range {
  readonly text: string;
}

/** `### Create a user`. */
export interface SeparatorNode {
  readonly kind: 'separator';
  readonly range: Range;
  /** `Create a user`. */
  readonly title: Span | undefined;
}

export interface CommentNode {
  readonly kind: 'comment';
  readonly range: Range;
}

export interface BlankNode {
  readonly kind: 'blank';
  readonly range: Range;
}

/** `# @timeout 5s`. */
export interface DirectiveNode {
  readonly kind: 'directive';
  readonly range: Range;
  /** `timeout`, without the `@`. */
  readonly name: Span;
  /** `5s`. */
  readonly argument: Span | undefined;
}

/** `@host = http://127.0.0.1`. */
export interface DefinitionNode {
  readonly kind: 'definition';
  readonly range: Range;
  /** `host`. */
  readonly name: Span;
  /** `http://127.0.0.1`, a template; empty for `@host =`. */
  readonly value: Span;
}

/** `< {% … %}` or `> ./script.js`. */
export interface ScriptNode {
  readonly kind: 'script';
  readonly range: Range;
  readonly phase: 'pre-request' | 'response';
  /** The text between `{%` and `%}`, or the path. */
  readonly source: Span;
  readonly inline: boolean;
}

/** `POST {{host}}/users HTTP/1.1`. */
export interface RequestLineNode {
  readonly kind: 'request-line';
  readonly range: Range;
  /** `POST`, which may hold a placeholder; undefined where the line begins with the target. */
  readonly method: Span | undefined;
  /** `{{host}}/users`; empty where it is missing. */
  readonly target: Span;
  /** `HTTP/1.1`. */
  readonly version: Span | undefined;
}

/** `    &role=admin`: joined to the target. */
export interface ContinuationNode {
  readonly kind: 'continuation';
  readonly range: Range;
  /** `&role=admin`. */
  readonly text: Span;
}

/** The first line of `Accept: text/html`; its folds are nodes of their own. */
export interface HeaderNode {
  readonly kind: 'header';
  readonly range: Range;
  readonly name: Span;
  /** The first line's value, then one of each fold: joined by one space each. */
  readonly values: readonly Span[];
}

/** A line that continues the header above; its text is among that header's values. */
export interface FoldNode {
  readonly kind: 'fold';
  readonly range: Range;
}

export interface BodyNode {
  readonly kind: 'body';
  readonly range: Range;
  /** What is sent: without trailing blank lines. */
  readonly text: Span;
}

/** `?? body.id == {{userId}}`. */
export interface AssertionNode {
  readonly kind: 'assertion';
  readonly range: Range;
  /** `body.id == {{userId}}`. */
  readonly text: Span;
  /** `body.id`, `header Location`. Empty when the line could not be read. */
  readonly left: Span;
  /** `==`, `!exists`. */
  readonly operator: Span;
  /** `{{userId}}`, a template; empty for `exists` and its like. */
  readonly right: Span;
}

/** `<> ./saved.json`. */
export interface SavedResponseNode {
  readonly kind: 'saved-response';
  readonly range: Range;
  readonly path: Span;
}

/** A line that is none of these; a diagnostic says why. */
export interface UnknownNode {
  readonly kind: 'unknown';
  readonly range: Range;
}

export type Node =
  | SeparatorNode
  | CommentNode
  | BlankNode
  | DirectiveNode
  | DefinitionNode
  | ScriptNode
  | RequestLineNode
  | ContinuationNode
  | HeaderNode
  | FoldNode
  | BodyNode
  | AssertionNode
  | SavedResponseNode
  | UnknownNode;

/** From one `###` to the next. Its nodes' ranges tile it. */
export interface Block {
  readonly range: Range;
  readonly nodes: readonly Node[];
  readonly separator: SeparatorNode | undefined;
  readonly directives: readonly DirectiveNode[];
  readonly definitions: readonly DefinitionNode[];
  readonly preScripts: readonly ScriptNode[];
  /** Undefined for a block that sends nothing. */
  readonly requestLine: RequestLineNode | undefined;
  readonly continuations: readonly ContinuationNode[];
  readonly headers: readonly HeaderNode[];
  readonly body: BodyNode | undefined;
  readonly assertions: readonly AssertionNode[];
  readonly responseScripts: readonly ScriptNode[];
  /** For a block that an edit moved: the block as it was read, the same object however often it moves. */
  readonly content?: Block;
  /** How many characters it has moved since. */
  readonly movedBy?: number;
}

/** A whole file. Parsing never fails: what is wrong stands in `diagnostics`. */
export interface DocumentTree {
  readonly text: string;
  readonly lines: LineIndex;
  readonly blocks: readonly Block[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A block that sends something. */
export type RequestBlock = Block & { readonly requestLine: RequestLineNode };

/** The block as it was read: a stable key, and the cheaper one to read texts from. Its offsets may differ from the block's. */
export const contentOf = (block: Block): Block => block.content ?? block;

/** Where a block begins, without an allocation. */
export const startOf = (block: Block): number => contentOf(block).range.start + (block.movedBy ?? 0);

export const isRequest = (block: Block): block is RequestBlock => contentOf(block).requestLine !== undefined;

/** The argument of the last directive of that name: undefined where it is absent, `''` where it stands alone. */
export function directiveOf(block: Block, name: string): string | undefined {
  const { directives } = contentOf(block);
  const found = directives.length === 0 ? undefined : directives.findLast((d) => d.name.text === name);
  return found === undefined ? undefined : (found.argument?.text ?? '');
}

/** What the request is called: `@name`, else the separator's title, else nothing. */
export function nameOf(block: Block): string {
  return directiveOf(block, 'name') || contentOf(block).separator?.title?.text || '';
}

/** What a person reads: `@title`, the separator's title, the name, or the request line. */
export function titleOf(block: Block): string {
  const { requestLine: line, separator } = contentOf(block);
  return (
    directiveOf(block, 'title') ||
    separator?.title?.text ||
    nameOf(block) ||
    (line === undefined ? '' : `${line.method?.text ?? 'GET'} ${line.target.text}`)
  );
}
