import { DOMParser, xpath as xpathPackage, type XmlNode } from './packages.ts';

/** A document of XML text. @throws {Error} if it is not well-formed */
function documentOf(text: string): XmlNode {
  const parser = new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(`the XML is not well-formed: ${message}`);
    },
  });
  return parser.parseFromString(text, 'text/xml');
}

/**
 * `xpath` of JetBrains' HTTP Client (XPath 1.0). Returns a text, number or boolean unchanged, the text of a single node, a list of
 * texts of several nodes, and null without a node. Names without a prefix match elements of any namespace.
 */
function xpath(xml: unknown, path: unknown): unknown {
  if (typeof path !== 'string') throw new TypeError('xpath(xml, path): path must be text');
  const node = typeof xml === 'string' ? documentOf(xml) : xml;
  const value = xpathPackage.parse(path).evaluate({ node, allowAnyNamespaceForNoPrefix: true });
  if (value.toArray === undefined) return value.b ?? value.num ?? value.str ?? null;
  const texts = value.toArray().map((found) => found.textContent ?? found.nodeValue ?? '');
  return texts.length === 0 ? null : texts.length === 1 ? texts[0] : texts;
}

export const create = (): { readonly xpath: typeof xpath } => ({ xpath });
