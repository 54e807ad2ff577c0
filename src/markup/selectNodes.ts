import { selectAll } from 'css-select';
import { isElement, textOf, type MarkupNode } from './markupTree.ts';
import type { MarkupDocument, MarkupQuery, MarkupReply } from './protocol.ts';
import { MarkupProblem, readMarkup } from './readMarkup.ts';

interface XPathValue {
  readonly num?: number;
  readonly str?: string;
  readonly b?: boolean;
  toArray?(): readonly MarkupNode[];
}

// Required, because its types are those of a browser's DOM.
const xpath = require('xpath') as {
  parse(path: string): {
    evaluate(options: {
      readonly node: unknown;
      readonly allowAnyNamespaceForNoPrefix: boolean;
      readonly namespaces: Readonly<Record<string, string>>;
    }): XPathValue;
  };
};

/** Maximum nodes that an expression may select. */
const mostNodes = 1_000_000;
/** Maximum characters of their texts in total. */
const mostCharacters = 64 * 1024 * 1024;

interface Read extends MarkupDocument {
  readonly root: MarkupNode;
}

/** Returns a function that evaluates queries. It caches the last document, because a response often has several assertions. */
export function markupSelector(): (document: MarkupDocument, query: MarkupQuery) => Exclude<MarkupReply, { kind: 'begun' }> {
  let last: Read | undefined;
  return (document, query) => {
    try {
      if (last === undefined || last.kind !== document.kind || last.text !== document.text) {
        last = undefined;
        last = { ...document, root: readMarkup(document) };
      }
      return valueOf(query, last);
    } catch (e) {
      if (e instanceof MarkupProblem) return { kind: 'failed', of: e.of, message: e.message };
      // The stack is exhausted.
      if (e instanceof RangeError) return { kind: 'failed', of: 'document', message: `is nested too deeply for ${query.expression}` };
      throw e;
    }
  };
}

function valueOf(query: MarkupQuery, document: Read): Exclude<MarkupReply, { kind: 'begun' }> {
  const found = query.language === 'xpath' ? byXPath(query, document.root) : byCss(query, document);
  if (!isList(found)) {
    if (query.pick !== 0) throw new MarkupProblem('expression', `${query.expression} is a ${typeof found}, not nodes: use it alone`);
    return typeof found === 'number' && !Number.isFinite(found) ? { kind: 'missing' } : { kind: 'done', value: found };
  }
  if (found.length > mostNodes)
    throw new MarkupProblem('expression', `${query.expression} selects more than ${mostNodes.toLocaleString('en')} nodes`);
  if (query.pick === 'count') return { kind: 'done', value: found.length };
  const shown = query.language === 'css' && query.attribute === undefined && document.kind === 'html' ? asShown : textOf;
  if (query.pick === 'all') return { kind: 'done', value: limitedTexts(found, shown, query.expression) };
  const node = found[query.pick];
  return node === undefined ? { kind: 'missing' } : { kind: 'done', value: shown(node) };
}

const isList = (found: XPathResult): found is readonly MarkupNode[] => typeof found === 'object';

function limitedTexts(nodes: readonly MarkupNode[], shown: (node: MarkupNode) => string, expression: string): readonly string[] {
  let left = mostCharacters;
  return nodes.map((node) => {
    const text = shown(node);
    left -= text.length;
    if (left < 0) throw new MarkupProblem('expression', `the texts that ${expression} selects are longer than 64 MiB`);
    return text;
  });
}

/** The text of an HTML node as a browser would show it on one line. */
const asShown = (node: MarkupNode): string =>
  textOf(node)
    .replace(/[ \t\r\n\f]+/g, ' ')
    .replace(/^ | $/g, '');

type XPathResult = readonly MarkupNode[] | string | number | boolean;

function byXPath({ expression }: MarkupQuery, root: MarkupNode): XPathResult {
  let value: XPathValue;
  try {
    value = xpath.parse(expression).evaluate({ node: root, allowAnyNamespaceForNoPrefix: true, namespaces: prefixesOf(root) });
  } catch (e) {
    if (e instanceof RangeError || !(e instanceof Error)) throw e;
    const prefix = /^Cannot resolve QName (.*)$/.exec(e.message)?.[1];
    const why = prefix === undefined ? e.message : `the document declares no prefix ${prefix}`;
    throw new MarkupProblem('expression', `${expression} cannot be evaluated as XPath 1.0: ${why}`);
  }
  if (value.toArray !== undefined) return value.toArray();
  return value.b ?? value.num ?? value.str ?? '';
}

/** The prefixes that the document declares; of several declarations the first applies. */
function prefixesOf(root: MarkupNode): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { nodeName, nodeValue } of next.attributes ?? [])
      if (nodeName.startsWith('xmlns:')) found[nodeName.slice(6)] ??= nodeValue ?? '';
    for (let i = next.childNodes.length - 1; i >= 0; i--) waiting.push(next.childNodes[i] as MarkupNode);
  }
  return found;
}

const attributeOf = (node: MarkupNode, name: string): MarkupNode | undefined => node.attributes?.find((a) => a.nodeName === name);

function byCss({ expression, attribute }: MarkupQuery, document: Read): readonly MarkupNode[] {
  const elements = selected(expression, document);
  return attribute === undefined ? elements : elements.flatMap((element) => attributeOf(element, attribute) ?? []);
}

function selected(expression: string, { root, kind }: Read): readonly MarkupNode[] {
  try {
    return selectAll<MarkupNode, MarkupNode>(expression, root.childNodes, { adapter, xmlMode: kind === 'xml', cacheResults: false });
  } catch (e) {
    if (e instanceof RangeError || !(e instanceof Error)) throw e;
    throw new MarkupProblem('expression', `${expression} is not a CSS selector that can be used: ${e.message}`);
  }
}

const findAll = (test: (node: MarkupNode) => boolean, nodes: readonly MarkupNode[]): MarkupNode[] => {
  const found: MarkupNode[] = [];
  const waiting = nodes.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next)) continue;
    if (test(next)) found.push(next);
    for (let i = next.childNodes.length - 1; i >= 0; i--) waiting.push(next.childNodes[i] as MarkupNode);
  }
  return found;
};

function findOne(test: (node: MarkupNode) => boolean, nodes: readonly MarkupNode[]): MarkupNode | null {
  const waiting = nodes.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next)) continue;
    if (test(next)) return next;
    for (let i = next.childNodes.length - 1; i >= 0; i--) waiting.push(next.childNodes[i] as MarkupNode);
  }
  return null;
}

/** The functions with which css-select reads the tree. */
const adapter = {
  isTag: (node: MarkupNode): node is MarkupNode => isElement(node),
  existsOne: (test: (node: MarkupNode) => boolean, nodes: MarkupNode[]) => findOne(test, nodes) !== null,
  getAttributeValue: (node: MarkupNode, name: string) => attributeOf(node, name)?.nodeValue ?? undefined,
  getChildren: (node: MarkupNode) => node.childNodes,
  getName: (node: MarkupNode) => node.nodeName,
  getParent: (node: MarkupNode) => (node.parentNode?.nodeType === 1 ? node.parentNode : null),
  getSiblings: (node: MarkupNode) => node.parentNode?.childNodes ?? [node],
  prevElementSibling(node: MarkupNode) {
    let previous = node.previousSibling;
    while (previous !== null && !isElement(previous)) previous = previous.previousSibling;
    return previous;
  },
  getText: textOf,
  hasAttrib: (node: MarkupNode, name: string) => attributeOf(node, name) !== undefined,
  removeSubsets: (nodes: MarkupNode[]) => nodes,
  findAll,
  findOne,
};
