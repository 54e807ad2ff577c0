import type { Range } from '../../../base/text.ts';
import { filledDirectives } from '../../catalog/directiveCatalog.ts';
import { MovedSpan, Slice } from '../../syntax/slice.ts';
import { moveTemplate, parseTemplate, type Template } from '../../syntax/template.ts';
import {
  contentOf,
  type AssertionNode,
  type Block,
  type DefinitionNode,
  type DirectiveNode,
  type DocumentTree,
  type RequestBlock,
  type Span,
} from '../../syntax/nodes.ts';

/** A text with placeholders as it is written somewhere. */
export interface TemplateText {
  readonly written: string;
  readonly template: Template;
  /** Whether the template's ranges are places in the file; false for what a script put there. */
  readonly inFile: boolean;
}

export interface HeaderSource {
  readonly name: string;
  /** First line and folds, joined by one space each. */
  readonly values: readonly TemplateText[];
}

/** A request before anything is looked up: what stands in the file, or what a pre-request script made of it. */
export interface RequestSource {
  readonly method: TemplateText | undefined;
  /** The request line's target and its continuation lines. */
  readonly target: readonly TemplateText[];
  readonly version: string | undefined;
  readonly headers: readonly HeaderSource[];
  readonly body: TemplateText | undefined;
  /** Of its own `# @auth`. */
  readonly auth: TemplateText | undefined;
  /** Its own other directives whose placeholders are filled. */
  readonly filled: readonly FilledDirective[];
}

/** A directive whose placeholders are filled, other than `@auth`. */
export interface FilledDirective {
  readonly name: string;
  readonly text: TemplateText;
  /** Where it stands. */
  readonly range: Range;
}

/** Templates that are remembered at most: those of a file of ten thousand requests would outweigh it many times. */
const most = 2000;
let parsed = new WeakMap<Span, TemplateText>();
let count = 0;

/**
 * Reads a template where the span itself was read: what is made of it then does not hold on to a version of the whole file. The
 * text of a tree is asked for spans that no parser made.
 */
function read(text: string, span: Span): Template {
  if (span instanceof MovedSpan) return moveTemplate(read(text, span.content), span.start - span.content.start);
  return parseTemplate(span instanceof Slice ? span.source : text, span.start, span.end);
}

/** The template of a slice of a file, parsed once while it is looked at. */
export function templateAt(tree: DocumentTree, span: Span): TemplateText {
  let text = parsed.get(span);
  if (text === undefined) {
    text = { written: span.text, template: read(tree.text, span), inFile: true };
    if (++count > most) {
      parsed = new WeakMap();
      count = 1;
    }
    parsed.set(span, text);
  }
  return text;
}

const templates = new Map<string, Template>();
/** Texts whose templates are kept, and their characters: a long text has a template many times its size. */
const mostKept = { texts: 4000, characters: 8 << 20 };
let keptCharacters = 0;

/** The template of a variable's text. They recur at each send: the last few thousand stay parsed. */
export function templateOf(text: string): Template {
  let t = templates.get(text);
  if (t === undefined) {
    if (templates.size > mostKept.texts || keptCharacters > mostKept.characters) {
      templates.clear();
      keptCharacters = 0;
    }
    templates.set(text, (t = parseTemplate(text)));
    keptCharacters += text.length;
  }
  return t;
}

export const templateOfText = (text: string): TemplateText => ({ written: text, template: parseTemplate(text), inFile: false });

/** A request as it stands in the file. */
export function sourceOf(tree: DocumentTree, block: RequestBlock): RequestSource {
  const { requestLine } = block;
  return {
    method: requestLine.method === undefined ? undefined : templateAt(tree, requestLine.method),
    target: [requestLine.target, ...block.continuations.map((c) => c.text)].map((s) => templateAt(tree, s)),
    version: requestLine.version?.text,
    headers: block.headers.map((h) => ({ name: h.name.text, values: h.values.map((v) => templateAt(tree, v)) })),
    body: block.body === undefined ? undefined : templateAt(tree, block.body.text),
    auth: authOf(tree, block)?.text,
    filled: filledOf(tree, block),
  };
}

const isAuth = ({ name, argument }: DirectiveNode): boolean => name.text === 'auth' && argument !== undefined;
const isFilled = ({ name, argument }: DirectiveNode): boolean => filledDirectives.has(name.text) && argument !== undefined;

/** A moved block need not be made for it. */
const has = (block: Block, is: (node: DirectiveNode) => boolean): boolean => contentOf(block).directives.some(is);

/** The last `# @auth` of a block, the one that counts; undefined where it has none. */
export function authOf(tree: DocumentTree, block: Block): { readonly node: DirectiveNode; readonly text: TemplateText } | undefined {
  const node = has(block, isAuth) ? block.directives.findLast(isAuth) : undefined;
  return node?.argument === undefined ? undefined : { node, text: templateAt(tree, node.argument) };
}

/** The directives of a block whose placeholders are filled, but for `@auth`, in order. */
export function filledOf(tree: DocumentTree, block: Block): readonly FilledDirective[] {
  if (!has(block, isFilled)) return [];
  return block.directives.flatMap((node) =>
    isFilled(node) && !isAuth(node) && node.argument !== undefined
      ? [{ name: node.name.text, text: templateAt(tree, node.argument), range: node.argument }]
      : [],
  );
}

export type TemplatePlace =
  | { readonly kind: 'directive'; readonly node: DirectiveNode }
  | { readonly kind: 'definition'; readonly node: DefinitionNode }
  | { readonly kind: 'method' }
  | { readonly kind: 'target' }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'body' }
  | { readonly kind: 'assertion'; readonly node: AssertionNode };

/** Every text of a block that may hold placeholders, in the file's order but for directives, which come first. */
export function* templatesOf(tree: DocumentTree, block: Block): Generator<{ readonly place: TemplatePlace; readonly text: TemplateText }> {
  for (const node of has(block, isFilled) ? block.directives : [])
    if (isFilled(node) && node.argument !== undefined) yield { place: { kind: 'directive', node }, text: templateAt(tree, node.argument) };
  for (const node of block.definitions) yield { place: { kind: 'definition', node }, text: templateAt(tree, node.value) };
  const line = block.requestLine;
  if (line?.method !== undefined) yield { place: { kind: 'method' }, text: templateAt(tree, line.method) };
  if (line !== undefined) yield { place: { kind: 'target' }, text: templateAt(tree, line.target) };
  for (const c of block.continuations) yield { place: { kind: 'target' }, text: templateAt(tree, c.text) };
  for (const h of block.headers)
    for (const v of h.values) yield { place: { kind: 'header', name: h.name.text }, text: templateAt(tree, v) };
  if (block.body !== undefined) yield { place: { kind: 'body' }, text: templateAt(tree, block.body.text) };
  for (const node of block.assertions) yield { place: { kind: 'assertion', node }, text: templateAt(tree, node.right) };
}
