/** A part of a text. */
export interface ImportedPath {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Extensions that `require` adds to the path. */
  readonly endings?: readonly string[];
}

/** Extensions that `require` tries, in this order, as Node.js does. */
export const requireEndings: readonly string[] = ['', '.js', '.cjs', '.json', '/index.js'];

export interface ScriptImports {
  /** Offset after the last import declaration at the script's start; 0 if there is none. */
  readonly end: number;
  /** The specifiers, without their quotes. */
  readonly paths: readonly ImportedPath[];
}

const space = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const declaration =
  /import\s*(?:[\w$*,{}\s]+?\sfrom\s*|[\w$*,{}\s]*\}\s*from\s*)?(["'])((?:(?!\1)[^\\\n])*)\1(?:\s*with\s*\{[^}]*\})?[ \t]*;?/y;

/** The import declarations of a script. They are before its other statements. */
export function scriptImports(text: string): ScriptImports {
  const paths: ImportedPath[] = [];
  let end = 0;
  for (let at = 0; ; at = end) {
    space.lastIndex = at;
    space.test(text);
    declaration.lastIndex = space.lastIndex;
    const found = declaration.exec(text);
    if (found === null) return { end, paths };
    end = declaration.lastIndex;
    const [, quote = '', path = ''] = found;
    const start = found.index + found[0].lastIndexOf(quote + path + quote) + 1;
    paths.push({ start, end: start + path.length, text: path });
  }
}

const required = /(?<![\w$.])require\(\s*(["'])(\.{1,2}\/[^"'\\\n]*)\1\s*\)/g;

/** Relative paths of the files that a script loads by `import` declarations and `require`. */
export function modulePaths(text: string): readonly ImportedPath[] {
  if (!text.includes('import') && !text.includes('require')) return [];
  const all = scriptImports(text).paths.filter((path) => /^\.{1,2}\//.test(path.text));
  for (const found of text.matchAll(required)) {
    const [whole, quote = '', path = ''] = found;
    const start = found.index + whole.indexOf(quote) + 1;
    all.push({ start, end: start + path.length, text: path, endings: requireEndings });
  }
  return all;
}
