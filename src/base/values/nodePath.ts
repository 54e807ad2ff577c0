/** Keys and indices from the root to a value. */
export type NodePath = readonly (string | number)[];

/** The normalized path of RFC 9535 §2.7: `$['items'][0]`. */
export function normalizedPath(path: NodePath): string {
  return `$${path.map((part) => (typeof part === 'number' ? `[${part}]` : `['${escaped(part)}']`)).join('')}`;
}

const short: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  "'": "\\'",
  '\\': '\\\\',
};

function escaped(name: string): string {
  return name.replaceAll(/[\u0000-\u001f'\\]/g, (c) => short[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const plainName = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** The path as written in a `.req` file: `body.items[0].id`; other names are quoted: `["a b"]`. */
export function referenceTo(root: string, path: NodePath): string {
  return (
    root +
    path.map((part) => (typeof part === 'number' ? `[${part}]` : plainName.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`)).join('')
  );
}
