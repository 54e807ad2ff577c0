import type { Query } from '../../base/jsonPath/syntax.ts';
import type { LineIndex, Range } from '../../base/text/text.ts';
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
  /** `POST`, or a template; undefined if the line begins with the target. */
  readonly method: Span | undefined;
  /** `{{host}}/users`; empty if it is missing. */
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

/** The first line of a header, `Accept: text/html`. Each fold is a separate node. */
export interface HeaderNode {
  readonly kind: 'header';
  readonly range: Range;
  readonly name: Span;
  /** The first line's value, then one value per fold. They are joined with one space. */
  readonly values: readonly Span[];
}

/** A line that continues the header above. Its text is in `HeaderNode.values`. */
export interface FoldNode {
  readonly kind: 'fold';
  readonly range: Range;
}

export interface BodyNode {
  readonly kind: 'body';
  readonly range: Range;
  /** The body without trailing blank lines. */
  readonly text: Span;
}

export type AssertedStep = string | number;

/** `$..price` after a path: selects values in the value there. */
export interface AssertedQuery {
  readonly text: string;
  readonly query: Query;
  /** Whether it selects at most one value, which is then the result; other queries result in a list. */
  readonly isSingular: boolean;
}

/** `xpath("//user/@id")` or `css("h1")[0]` after a path: selects nodes in the XML or HTML there. */
export interface AssertedSelector {
  readonly text: string;
  readonly language: 'xpath' | 'css';
  readonly expression: string;
  /** The attribute of `css("a::attr(href)")`. */
  readonly attribute?: string;
  /** The text of one node, counted from 0, the list of all texts, or the number of nodes. */
  readonly pick: number | 'all' | 'count';
}

/** `event.data.done == true` of `events where …`. */
export interface EventCondition {
  readonly steps: readonly AssertedStep[];
  readonly query?: AssertedQuery;
  readonly operator: string;
  readonly negated: boolean;
  /** As written: JSON, or text. */
  readonly right: string;
}

/** The parsed left side of an assertion. */
export type AssertionSubject =
  | { readonly kind: 'header'; readonly name: string }
  | {
      readonly kind: 'path';
      readonly root: string;
      readonly steps: readonly AssertedStep[];
      readonly query?: AssertedQuery;
      readonly selector?: AssertedSelector;
    }
  /** `any event.data.x`: no steps for the name of the event. */
  | {
      readonly kind: 'each-event';
      readonly which: 'any' | 'every' | 'no';
      readonly steps: readonly AssertedStep[];
      readonly query?: AssertedQuery;
    }
  /** `events where event == token count`. */
  | { readonly kind: 'event-count'; readonly where: readonly EventCondition[] }
  /** `event done`: the first event of this name. */
  | { readonly kind: 'named-event'; readonly name: string }
  /** `gap` or `ttfe`. */
  | { readonly kind: 'event-time'; readonly of: 'gap' | 'ttfe' };

/** `@token << body.access_token`: sets a variable to a value of the response. */
export interface CaptureNode {
  readonly kind: 'capture';
  readonly range: Range;
  readonly name: Span;
  /** `body.access_token`. Empty when the line could not be read. */
  readonly left: Span;
  readonly subject: AssertionSubject | undefined;
}

/** `?? body.id == {{userId}}`. */
export interface AssertionNode {
  readonly kind: 'assertion';
  readonly range: Range;
  /** `body.id == {{userId}}`. */
  readonly text: Span;
  /** `body.id`, `header Location`. Empty when the line could not be read. */
  readonly left: Span;
  readonly subject: AssertionSubject | undefined;
  /** `==`, `!contains`, `not contains`. */
  readonly operator: Span;
  /** Name of the operator, without a negation; empty when the line could not be read. */
  readonly operatorName: string;
  /** Whether `!` or `not` is before the operator. */
  readonly negated: boolean;
  /** `{{userId}}`, a template; empty for operators without a value, such as `exists`. */
  readonly right: Span;
}

/** `<> ./saved.json`. */
export interface SavedResponseNode {
  readonly kind: 'saved-response';
  readonly range: Range;
  readonly path: Span;
}

/** A line of another form. It always has a diagnostic. */
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
  | CaptureNode
  | SavedResponseNode
  | UnknownNode;

/** From one `###` to the next. The ranges of its nodes cover it without gaps or overlaps. */
export interface Block {
  readonly range: Range;
  readonly nodes: readonly Node[];
  readonly separator: SeparatorNode | undefined;
  readonly directives: readonly DirectiveNode[];
  readonly definitions: readonly DefinitionNode[];
  readonly preScripts: readonly ScriptNode[];
  /** Undefined if the block is not a request. */
  readonly requestLine: RequestLineNode | undefined;
  readonly continuations: readonly ContinuationNode[];
  readonly headers: readonly HeaderNode[];
  readonly body: BodyNode | undefined;
  readonly assertions: readonly AssertionNode[];
  readonly captures: readonly CaptureNode[];
  readonly responseScripts: readonly ScriptNode[];
  /** For a block moved by an edit: the block as parsed, the same object after every move. */
  readonly content?: Block;
  /** Characters by which the block has moved since it was parsed. */
  readonly movedBy?: number;
}

/** A whole file. Parsing never throws; syntax errors are in `diagnostics`. */
export interface DocumentTree {
  readonly text: string;
  readonly lines: LineIndex;
  readonly blocks: readonly Block[];
  readonly diagnostics: readonly Diagnostic[];
}

export type RequestBlock = Block & { readonly requestLine: RequestLineNode };

/** The block as parsed: a stable cache key, and cheaper to read texts from. Its offsets are outdated if the block has moved. */
export const contentOf = (block: Block): Block => block.content ?? block;

/** The offset of a block. Unlike `range` of a moved block, it allocates nothing. */
export const startOf = (block: Block): number => contentOf(block).range.start + (block.movedBy ?? 0);

export const isRequest = (block: Block): block is RequestBlock => contentOf(block).requestLine !== undefined;

/** The argument of the last directive of that name; undefined without the directive, `''` without an argument. */
export function directiveOf(block: Block, name: string): string | undefined {
  const { directives } = contentOf(block);
  const found = directives.length === 0 ? undefined : directives.findLast((d) => d.name.text === name);
  return found === undefined ? undefined : (found.argument?.text ?? '');
}

/** The request's name: `@name`, else the separator's title, else `''`. */
export function nameOf(block: Block): string {
  return directiveOf(block, 'name') || contentOf(block).separator?.title?.text || '';
}

/** The title shown to the user: `@title`, the separator's title, the name, or the request line. */
export function titleOf(block: Block): string {
  const { requestLine: line, separator } = contentOf(block);
  return (
    directiveOf(block, 'title') ||
    separator?.title?.text ||
    nameOf(block) ||
    (line === undefined ? '' : `${line.method?.text ?? 'GET'} ${line.target.text}`)
  );
}
