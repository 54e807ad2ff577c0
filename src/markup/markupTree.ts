const documentType = 9;
const elementType = 1;
const attributeType = 2;
const textType = 3;

/** The attributes of an element, in the form that XPath reads. */
export class Attributes extends Array<MarkupNode> {
  item(i: number): MarkupNode | undefined {
    return this[i];
  }
}

/** A node with the members of the DOM that XPath reads. Its position in the document is a number, for fast sorting. */
export class MarkupNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly localName: string;
  readonly prefix: string | null;
  readonly namespaceURI: string | null;
  readonly order: number;
  readonly childNodes: MarkupNode[] = [];
  ownerDocument: MarkupNode | null = null;
  ownerElement: MarkupNode | null = null;
  parentNode: MarkupNode | null = null;
  previousSibling: MarkupNode | null = null;
  nextSibling: MarkupNode | null = null;
  attributes: Attributes | null = null;

  constructor(type: number, name: NodeName, value: string | null, order: number) {
    this.nodeType = type;
    this.nodeName = name.name;
    this.localName = name.local ?? name.name;
    this.prefix = name.prefix ?? null;
    this.namespaceURI = name.uri ?? null;
    this.nodeValue = value;
    this.order = order;
  }

  get firstChild(): MarkupNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): MarkupNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  get documentElement(): MarkupNode | null {
    return this.childNodes.find(isElement) ?? null;
  }
  /** Names in the form that XPath reads. */
  get tagName(): string {
    return this.nodeName;
  }
  get name(): string {
    return this.nodeName;
  }
  get value(): string | null {
    return this.nodeValue;
  }
  get data(): string | null {
    return this.nodeValue;
  }
  /** PRECEDING or FOLLOWING. */
  compareDocumentPosition(other: MarkupNode): number {
    return this.order < other.order ? 4 : 2;
  }
}

export interface NodeName {
  readonly name: string;
  readonly local?: string | undefined;
  readonly prefix?: string | undefined;
  readonly uri?: string | undefined;
}

export const isElement = (node: MarkupNode): boolean => node.nodeType === elementType;

/** Builds a document node by node, in order. */
export class TreeBuilder {
  readonly document = new MarkupNode(documentType, { name: '#document' }, null, 0);
  #order = 0;

  element(parent: MarkupNode, name: NodeName): MarkupNode {
    const element = this.#add(parent, new MarkupNode(elementType, name, null, ++this.#order));
    element.attributes = new Attributes();
    return element;
  }

  attribute(element: MarkupNode, name: NodeName, value: string): void {
    const attribute = new MarkupNode(attributeType, name, value, ++this.#order);
    attribute.ownerElement = element;
    attribute.ownerDocument = this.document;
    element.attributes?.push(attribute);
  }

  text(parent: MarkupNode, text: string): void {
    this.#add(parent, new MarkupNode(textType, { name: '#text' }, text, ++this.#order));
  }

  #add(parent: MarkupNode, node: MarkupNode): MarkupNode {
    node.ownerDocument = this.document;
    node.parentNode = parent;
    node.previousSibling = parent.lastChild;
    if (node.previousSibling !== null) node.previousSibling.nextSibling = node;
    parent.childNodes.push(node);
    return node;
  }
}

/** The text of a node including all nodes in it. */
export function textOf(node: MarkupNode): string {
  if (node.nodeValue !== null) return node.nodeValue;
  const parts: string[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.nodeType === textType) parts.push(next.nodeValue ?? '');
    for (let i = next.childNodes.length - 1; i >= 0; i--) waiting.push(next.childNodes[i] as MarkupNode);
  }
  return parts.join('');
}
