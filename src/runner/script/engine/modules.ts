import type { QuickJSContext } from 'quickjs-emscripten-core';

/** Marks of a file's code in QuickJS's stack traces. */
export const esModule = 'module:';
export const commonJs = 'file:';

/** Wraps a CommonJS file on its first line. */
export const commonJsStart = '(function (exports, require, module, __filename, __dirname) {';

/** Temporary global property that passes the function of a CommonJS file. */
export const requiredName = '$req$required';

/** A file of a script, found by a specifier. */
export interface LoadedFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

/** Finds and reads a file for a script. @throws {Error} if there is none, or it may not be read */
export type LoadFile = (from: string, specifier: string, kind: 'import' | 'require') => LoadedFile;

/** Enables `import` and `import()` of files in scripts. */
export function loadModules(context: QuickJSContext, file: string, load: LoadFile): void {
  /** Text of each file, or why it was not loaded, by the name of the module. */
  const loaded = new Map<string, string | Error>();
  context.runtime.setModuleLoader(
    (name) => {
      const found = loaded.get(name);
      return typeof found === 'string' ? found : { error: found ?? new Error(`could not load module ${name}`) };
    },
    (from, specifier) => {
      try {
        const found = load(from.startsWith(esModule) ? from.slice(esModule.length) : file, specifier, 'import');
        loaded.set(esModule + found.file, asModule(found));
        return esModule + found.file;
      } catch (e) {
        const why = e instanceof Error ? e.message : String(e);
        loaded.set(specifier, new Error(`could not load module ${specifier}: ${why}`));
        return specifier;
      }
    },
  );
}

const moduleSyntax = /^[ \t]*(?:export\b|import\b(?!\s*[(.]))/m;
const commonJsSyntax = /\bmodule\.exports\b|(?:^|[^\w$.])exports\.[\w$]+\s*=/m;

/** The file as an ES module: JSON exports its value, CommonJS its `module.exports` and the names assigned to it. */
function asModule({ file, text }: LoadedFile): string {
  if (/\.json$/i.test(file)) return `export default ${text}`;
  if (moduleSyntax.test(text) || !commonJsSyntax.test(text)) return text;
  const names = exportedNames(text);
  return `const all = require(${JSON.stringify(file)}); export default all; export const { ${names.join(', ')} } = all;`;
}

function exportedNames(text: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(/(?:^|[^\w$.])(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=/gm)) names.add(name);
  const [, list = ''] = /\bmodule\.exports\s*=\s*\{([^]*?)\}/.exec(text) ?? [];
  for (const [, name = ''] of list.matchAll(/(?:^|,)\s*(?:async\s+)?([A-Za-z_$][\w$]*)\s*(?=[,:(]|$)/g)) names.add(name);
  for (const reserved of ['default', 'async', 'function', 'class']) names.delete(reserved);
  return [...names];
}

/**
 * Evaluates a CommonJS file and stores its function in the global `requiredName`.
 * @throws {Error} if it has a syntax error
 */
export function evaluateCommonJs(context: QuickJSContext, { file, text }: LoadedFile): void {
  const isJson = /\.json$/i.test(file);
  const body = isJson ? `module.exports = ${text}` : text;
  const made = context.evalCode(`${commonJsStart}${body}\n})`, commonJs + file, { type: 'global' });
  if (made.error !== undefined) {
    const { name, message, stack } = context.dump(made.error) as {
      readonly name: string;
      readonly message: string;
      readonly stack?: string;
    };
    made.error.dispose();
    const line = (stack ?? '')
      .split(commonJs + file)
      .at(1)
      ?.match(/^:(\d+)/)?.[1];
    const hint = moduleSyntax.test(text) && !isJson ? ': it is an ES module, load it with import' : '';
    throw new Error(`${name} in ${file}${line === undefined ? '' : `:${line}`}: ${message}${hint}`);
  }
  context.setProp(context.global, requiredName, made.value);
  made.value.dispose();
}
