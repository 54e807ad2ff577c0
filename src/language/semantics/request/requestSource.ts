import type { Range } from '../../../base/text/text.ts';
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

export interface TemplateText {
  readonly written: string;
  readonly template: Template;
  /** Whether the template's ranges are offsets in the request's file; false for text from scripts and shared files. */
  readonly inFile: boolean;
}

export interface HeaderSource {
  /** As written. */
  readonly name: string;
  /** Undefined for a name without placeholders. */
  readonly nameText: TemplateText | undefined;
  /** The first line and its folds, to be joined with one space. */
  readonly values: readonly TemplateText[];
}

/** A request before placeholders are evaluated, from the file or changed by a pre-request script. */
export interface RequestSource {
  readonly method: TemplateText | undefined;
  /** The request line's target and its continuation lines. */
  readonly target: readonly TemplateText[];
  readonly version: string | undefined;
  readonly headers: readonly HeaderSource[];
  readonly body: TemplateText | undefined;
  /** The argument of the request's own `# @auth`. */
  readonly auth: TemplateText | undefined;
  /** The request's own other directives with placeholders. */
  readonly filled: readonly FilledDirective[];
}

/** A directive other than `@auth` whose argument can contain placeholders. */
export interface FilledDirective {
  readonly name: string;
  readonly text: TemplateText;
  readonly range: Range;
}

/**
 * Maximum number of cached templates: those of a few requests, which several features read one after the other. More would outlive the
 * collection of short-lived objects, so that a large file takes twice the memory.
 */
const most = 200;
let parsed = new WeakMap<Span, TemplateText>();
let count = 0;

/**
 * Parses a template from the source of its span, so that the result does not keep another version of the file in memory. For
 * spans that did not come from the parser, `text` is used.
 */
function read(text: string, span: Span): Template {
  if (span instanceof MovedSpan) return moveTemplate(read(text, span.content), span.start - span.content.start);
  return parseTemplate(span instanceof Slice ? span.source : text, span.start, span.end);
}

/** Minimum length in UTF-16 units of a template that is parsed lazily, because parsing can take half a second. */
const parsedLater = 64 * 1024;

function longTemplate(text: string, span: Span): TemplateText {
  // Only one is kept: the span's text may be another version of the file.
  let state: { readonly text: string; readonly span: Span } | Template = { text, span };
  return {
    written: span.text,
    get template() {
      if ('span' in state) state = read(state.text, state.span);
      return state;
    },
    inFile: true,
  };
}

/** The template of a slice of a file; cached. */
export function templateAt(tree: DocumentTree, span: Span): TemplateText {
  let text = parsed.get(span);
  if (text === undefined) {
    text =
      span.end - span.start > parsedLater
        ? longTemplate(tree.text, span)
        : { written: span.text, template: read(tree.text, span), inFile: true };
    if (++count > most) {
      parsed = new WeakMap();
      count = 1;
    }
    parsed.set(span, text);
  }
  return text;
}

const templates = new Map<string, Template>();
/** Limits of the cache of templates. The template of a long text takes many times its size. */
const mostKept = { texts: 4000, characters: 8 << 20 };
let keptCharacters = 0;

/** The template of a variable's text; cached, because each send uses the same texts. */
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

/** The template of a header's name; undefined if it has no placeholders. */
export const nameTextAt = (tree: DocumentTree, name: Span): TemplateText | undefined =>
  name.text.includes('{{') ? templateAt(tree, name) : undefined;

export function sourceOf(tree: DocumentTree, block: RequestBlock): RequestSource {
  const { requestLine } = block;
  return {
    method: requestLine.method === undefined ? undefined : templateAt(tree, requestLine.method),
    target: [requestLine.target, ...block.continuations.map((c) => c.text)].map((s) => templateAt(tree, s)),
    version: requestLine.version?.text,
    headers: block.headers.map((h) => ({
      name: h.name.text,
      nameText: nameTextAt(tree, h.name),
      values: h.values.map((v) => templateAt(tree, v)),
    })),
    body: block.body === undefined ? undefined : templateAt(tree, block.body.text),
    auth: authOf(tree, block)?.text,
    filled: filledOf(tree, block),
  };
}

const isAuth = ({ name, argument }: DirectiveNode): boolean => name.text === 'auth' && argument !== undefined;
const isFilled = ({ name, argument }: DirectiveNode): boolean => filledDirectives.has(name.text) && argument !== undefined;

/** Checks the block as parsed, so that the nodes of a moved block are not created. */
const has = (block: Block, is: (node: DirectiveNode) => boolean): boolean => contentOf(block).directives.some(is);

/** The last, effective `# @auth` of a block; undefined if it has none. */
export function authOf(tree: DocumentTree, block: Block): { readonly node: DirectiveNode; readonly text: TemplateText } | undefined {
  const node = has(block, isAuth) ? block.directives.findLast(isAuth) : undefined;
  return node?.argument === undefined ? undefined : { node, text: templateAt(tree, node.argument) };
}

/** The directives of a block, except `@auth`, whose arguments can contain placeholders. */
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

/** All texts of a block that can contain placeholders: directives first, the others in file order. */
export function* templatesOf(tree: DocumentTree, block: Block): Generator<{ readonly place: TemplatePlace; readonly text: TemplateText }> {
  for (const node of has(block, isFilled) ? block.directives : [])
    if (isFilled(node) && node.argument !== undefined) yield { place: { kind: 'directive', node }, text: templateAt(tree, node.argument) };
  for (const node of block.definitions) yield { place: { kind: 'definition', node }, text: templateAt(tree, node.value) };
  const line = block.requestLine;
  if (line?.method !== undefined) yield { place: { kind: 'method' }, text: templateAt(tree, line.method) };
  if (line !== undefined) yield { place: { kind: 'target' }, text: templateAt(tree, line.target) };
  for (const c of block.continuations) yield { place: { kind: 'target' }, text: templateAt(tree, c.text) };
  for (const h of block.headers) {
    const name = nameTextAt(tree, h.name);
    if (name !== undefined) yield { place: { kind: 'header', name: h.name.text }, text: name };
    for (const v of h.values) yield { place: { kind: 'header', name: h.name.text }, text: templateAt(tree, v) };
  }
  if (block.body !== undefined) yield { place: { kind: 'body' }, text: templateAt(tree, block.body.text) };
  for (const node of block.assertions) yield { place: { kind: 'assertion', node }, text: templateAt(tree, node.right) };
}
