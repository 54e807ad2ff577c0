// The packages' own types belong to browsers: they would declare the DOM for all of Req.

export interface XmlNode {
  readonly nodeValue: string | null;
  readonly textContent: string | null;
}

export declare class DOMParser {
  constructor(options: { readonly onError: (level: string, message: string) => void });
  parseFromString(text: string, type: string): XmlNode;
}

export interface XPathResult {
  readonly num?: number;
  readonly str?: string;
  readonly b?: boolean;
  toArray?(): readonly XmlNode[];
}

export declare const xpath: {
  parse(path: string): {
    evaluate(options: { readonly node: unknown; readonly allowAnyNamespaceForNoPrefix: boolean }): XPathResult;
  };
};
