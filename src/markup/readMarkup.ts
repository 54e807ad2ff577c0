import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { TreeBuilder, type MarkupNode } from './markupTree.ts';
import type { MarkupDocument } from './protocol.ts';

interface SaxName {
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
}

interface SaxHandlers {
  readonly onopentag: (tag: SaxName & { readonly attributes: Readonly<Record<string, SaxName & { readonly value: string }>> }) => void;
  readonly onclosetag: () => void;
  readonly ontext: (text: string) => void;
  readonly oncdata: (text: string) => void;
  readonly onerror: (error: Error) => void;
}

interface SaxParser {
  readonly line: number;
  readonly column: number;
  write(text: string): SaxParser;
  close(): void;
}

// Required, because it has no types.
const sax = require('sax') as {
  MAX_BUFFER_LENGTH: number;
  parser(strict: boolean, options: { readonly xmlns: boolean; readonly strictEntities: boolean }): SaxParser;
};
// The size of the document is the limit.
sax.MAX_BUFFER_LENGTH = Infinity;

/** A document that cannot be read, or an expression that cannot be evaluated. */
export class MarkupProblem extends Error {
  readonly of: 'document' | 'expression';

  /** @param message a sentence without its subject, which is the document or the expression */
  constructor(of: 'document' | 'expression', message: string) {
    super(message);
    this.of = of;
  }
}

/** @throws {MarkupProblem} if XML is not well-formed */
export const readMarkup = ({ text, kind }: MarkupDocument): MarkupNode => (kind === 'html' ? readHtml(text) : readXml(text));

/** Supports only the five entities of XML. Entities of a document type are not declared, so nothing expands. */
function readXml(text: string): MarkupNode {
  const tree = new TreeBuilder();
  const parser = sax.parser(true, { xmlns: true, strictEntities: true });
  let at = tree.document;
  const addText = (found: string): void => {
    if (at !== tree.document) tree.text(at, found);
  };
  const onerror = (error: Error): never => {
    const [message = ''] = error.message.split('\n');
    const place = `line ${parser.line + 1}, column ${parser.column + 1}`;
    throw new MarkupProblem('document', `is not well-formed XML: ${message.charAt(0).toLowerCase()}${message.slice(1)} (${place})`);
  };
  const handlers: SaxHandlers = {
    onopentag({ attributes, ...name }) {
      if (at === tree.document && at.childNodes.length > 0) onerror(new Error('there is more than one root element'));
      at = tree.element(at, optional(name));
      for (const attribute of Object.values(attributes)) tree.attribute(at, optional(attribute), attribute.value);
    },
    onclosetag() {
      at = at.parentNode ?? tree.document;
    },
    ontext: addText,
    oncdata: addText,
    onerror,
  };
  Object.assign(parser, handlers);
  parser.write(text.replace(/^\uFEFF/, '')).close();
  if (tree.document.childNodes.length === 0) throw new MarkupProblem('document', 'is not well-formed XML: it has no element');
  return tree.document;
}

const optional = ({ name, local, prefix, uri }: SaxName): { name: string; local: string; prefix?: string; uri?: string } => ({
  name,
  local,
  ...(prefix === '' || prefix === undefined ? {} : { prefix }),
  ...(uri === '' || uri === undefined ? {} : { uri }),
});

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

function readHtml(text: string): MarkupNode {
  const tree = new TreeBuilder();
  /** Nodes that are not copied yet, the next one last, with the copies of their parents. */
  const waiting: (readonly [HtmlNode, MarkupNode])[] = [];
  const enter = (nodes: readonly HtmlNode[], parent: MarkupNode): void => {
    for (let i = nodes.length - 1; i >= 0; i--) waiting.push([nodes[i] as HtmlNode, parent]);
  };
  enter(parse(text).childNodes, tree.document);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, parent] = next;
    if (node.nodeName === '#text') tree.text(parent, (node as DefaultTreeAdapterTypes.TextNode).value);
    if (!('tagName' in node)) continue;
    const element = tree.element(parent, { name: node.tagName });
    for (const { name, value } of node.attrs) tree.attribute(element, { name }, value);
    enter('content' in node ? node.content.childNodes : node.childNodes, element);
  }
  return tree.document;
}
