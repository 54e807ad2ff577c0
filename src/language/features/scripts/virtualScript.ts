import { scriptImports, type ScriptImports } from '../../../base/scriptImports.ts';
import type { ScriptNode } from '../../syntax/nodes.ts';
import { scriptTokens } from '../../syntax/scriptTokens.ts';
import { resolvePath } from '../../workspace/workspacePaths.ts';
import { scriptGlobals } from './scriptMembers.ts';

/** A script wrapped as a JavaScript file for a JavaScript language service. */
export interface VirtualScript {
  readonly text: string;
  /** Offset of the script's text, which is included unchanged. */
  readonly start: number;
}

/** Globals of browsers and Node.js that the sandbox lacks. TypeScript treats the file as browser code and would offer them. */
export const absentGlobals: readonly string[] =
  'AbortController Blob EventSource FormData Headers Request Response WebSocket XMLHttpRequest alert blur close confirm document event exports fetch find focus frames global history length localStorage location module name navigator open origin parent performance print process prompt screen self sessionStorage status stop top window'.split(
    ' ',
  );

/** Globals of the sandbox that TypeScript lacks. */
const moreGlobals = {
  require: '(path: string) => any',
  jsonPath: '(value: unknown, path: string) => any',
  xpath: '(xml: string, path: string) => any',
  $random:
    '{ readonly uuid: string; readonly email: string; integer(from?: number, to?: number): number; float(from?: number, to?: number): number; alphabetic(length: number): string; alphanumeric(length: number): string; hexadecimal(length: number): string; readonly name: any; readonly address: any; readonly internet: any; readonly phoneNumber: any }',
  crypto: 'Crypto & { md5(): any; sha1(): any; sha256(): any; sha512(): any; readonly hmac: any }',
  setImmediate: '(fn: (...args: any[]) => void, ...args: any[]) => number',
  clearImmediate: '(id: number) => void',
};

/** Globals of scripts of Postman and Bruno. Their scripts assign to some of them. */
const foreignGlobals =
  'Buffer pm postman insomnia tests responseBody responseCode responseHeaders responseTime environment globals data iteration xml2Json tv4 _ CryptoJS moment cheerio bru req res test expect assert axios'.split(
    ' ',
  );

/** Declarations of those APIs, in addition to Req's, for scripts that use them. */
const foreignTypes: readonly { readonly file: string; readonly uses: RegExp; readonly types: Readonly<Record<string, string>> }[] = [
  { file: 'postman.d.ts', uses: /(?<![\w$.])pm\s*\./, types: { pm: 'ReqPostman.Pm' } },
  { file: 'postman.d.ts', uses: /(?<![\w$.])insomnia\s*\./, types: { insomnia: 'ReqPostman.Insomnia' } },
  {
    file: 'bruno.d.ts',
    uses: /(?<![\w$.])(?:bru|req|res)\s*[.(]/,
    types: { bru: 'ReqBruno.Bru', req: 'ReqBruno.Req', res: 'ReqBruno.Res' },
  },
];

/**
 * Wraps a script in its sandbox context: an async function, so that top-level `await` and `return` are allowed, in a scope with
 * the API's globals. Imports, which no function can contain, are placed before it with absolute paths; spaces replace them in the script.
 * @param api path of the API's type declarations
 * @param eol the file's line break, so that offsets match in an editor that normalizes line breaks
 * @param folder folder of the file, to which the paths of modules are relative
 */
export function virtualScript({ phase, source }: ScriptNode, api: string, eol: '\n' | '\r\n', folder = '/'): VirtualScript {
  const imports = scriptImports(source.text);
  const absolute = (path: string): string => (path.startsWith('.') ? resolvePath(folder, path).replaceAll('\\', '/') : path);
  // Types as casts: a JSDoc comment on the line would attach to the preceding code.
  const types: readonly (readonly [name: string, type: string])[] = [
    ...[...scriptGlobals(phase)].map(([name, type]) => [name, `Req.${type}`] as const),
    ...Object.entries(moreGlobals),
  ];
  const required = requiredFiles(source.text);
  const cast = (word: string, name: string, type: string): string => `${word} ${name} = /** @type {${type}} */ (/** @type {any} */ (0));`;
  const used = foreignTypes.filter(({ uses }) => uses.test(source.text));
  const typesOf: Readonly<Record<string, string>> = Object.assign({}, ...used.map((foreign) => foreign.types));
  const globals = [
    ...types.map(([name, type]) => cast('const', name, type)),
    ...foreignGlobals.map((name) => cast('let', name, typesOf[name] ?? 'any')),
    ...(required.length === 0 ? [] : [cast('const', typedRequire, requireType(required, absolute))]),
  ];
  // A pre-request script has no response, and browser globals have no value.
  const absent = phase === 'response' ? absentGlobals : [...absentGlobals, 'response'];
  const scope = `${globals.join(' ')} const { ${absent.join(', ')} } = /** @type {Req.Absent} */ (/** @type {any} */ (0));`;
  const before = [
    '// @ts-check',
    ...[api, ...used.map(({ file }) => api.replace(/[^\\/]*$/, file))].map(
      (file) => `/// <reference path=${JSON.stringify(file.replaceAll('\\', '/'))} />`,
    ),
    `${hoisted(source.text, imports, absolute)}{ ${scope} (async function () {`,
  ].join(eol);
  let script = source.text;
  for (const { start } of required) script = script.slice(0, start) + typedRequire + script.slice(start + typedRequire.length);
  const text = script.slice(0, imports.end).replace(/[^\r\n]/g, ' ') + script.slice(imports.end);
  return { text: `${before}${text}${eol}}); }${eol}`, start: before.length };
}

/**
 * Replaces the name `require` in calls. TypeScript would resolve `require` relative to the script's own document, where there are no files
 * and packages.
 */
const typedRequire = 'Require';

/** The calls of `require` with a path or a package: their offsets and paths. */
function requiredFiles(source: string): readonly { readonly start: number; readonly path: string }[] {
  if (!source.includes('require')) return [];
  const tokens = scriptTokens(source, 0, source.length);
  return tokens.flatMap((token, i) => {
    const [open, path, before] = [tokens[i + 1], tokens[i + 2], tokens[i - 1]];
    if (token.kind !== 'word' || token.text !== 'require' || (before?.kind === 'sign' && before.text === '.')) return [];
    if (open?.kind !== 'sign' || open.text !== '(' || path?.kind !== 'text' || !path.whole) return [];
    const text = source.slice(path.range.start, path.range.end);
    return [{ start: token.range.start, path: text }];
  });
}

/** Files of the collection have their types. */
function requireType(called: readonly { readonly path: string }[], absolute: (path: string) => string): string {
  const files = called.map(({ path }) => path).filter((path) => /^\.{1,2}\/[^\\*"'`]+$/.test(path));
  const typed = files.map((path) => `(path: ${JSON.stringify(path)}): typeof import(${JSON.stringify(absolute(path))});`);
  return `{ ${typed.join(' ')} (path: string): any }`;
}

/** The import declarations on one line, with absolute paths. */
function hoisted(text: string, { end, paths }: ScriptImports, absolute: (path: string) => string): string {
  if (end === 0) return '';
  let out = '';
  let at = 0;
  for (const path of paths) {
    out += text.slice(at, path.start) + absolute(path.text);
    at = path.end;
  }
  // Comments are left out: on one line they have no end.
  const written = (out + text.slice(at, end)).replace(/^\s*\/\/.*$/gm, '');
  return `${written.replace(/[\r\n]+/g, ' ')}; `;
}
