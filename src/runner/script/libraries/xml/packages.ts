// Required, not imported: the packages' own types belong to browsers, and would declare the DOM for all of Req.

export interface XmlNode {
  readonly nodeValue: string | null;
  readonly textContent: string | null;
}

interface Parser {
  parseFromString(text: string, type: string): XmlNode;
}

interface XPathResult {
  readonly num?: number;
  readonly str?: string;
  readonly b?: boolean;
  toArray?(): readonly XmlNode[];
}

interface XPath {
  parse(path: string): {
    evaluate(options: { readonly node: unknown; readonly allowAnyNamespaceForNoPrefix: boolean }): XPathResult;
  };
}

export const { DOMParser } = require('@xmldom/xmldom') as {
  readonly DOMParser: new (options: { readonly onError: (level: string, message: string) => void }) => Parser;
};

export const xpath = require('xpath') as XPath;
