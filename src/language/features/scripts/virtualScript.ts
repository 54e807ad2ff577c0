import { scriptImports, type ScriptImports } from '../../../base/scriptImports.ts';
import type { ScriptNode } from '../../syntax/nodes.ts';
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
  'AbortController Blob Buffer EventSource FormData Headers Request Response WebSocket XMLHttpRequest alert blur close confirm document event exports fetch find focus frames global history length localStorage location module name navigator open origin parent performance print process prompt screen self sessionStorage status stop top window'.split(
    ' ',
  );

/** Globals of the sandbox that TypeScript does not know. */
const moreGlobals = {
  require: '(path: string) => any',
  jsonPath: '(value: unknown, path: string) => any',
  xpath: '(xml: string, path: string) => any',
  // Scripts of Postman have no types.
  ...Object.fromEntries(
    'pm postman tests responseBody responseCode responseHeaders responseTime environment globals _ CryptoJS moment'
      .split(' ')
      .map((name) => [name, 'any']),
  ),
  setImmediate: '(fn: (...args: any[]) => void, ...args: any[]) => number',
  clearImmediate: '(id: number) => void',
};

/**
 * Wraps a script in its sandbox context: an async function, so that top-level `await` and `return` are allowed, in a scope with
 * the API's globals. Imports, which no function can contain, stand before it with absolute paths; spaces replace them in the script.
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
  const globals = types.map(([name, type]) => `const ${name} = /** @type {${type}} */ (/** @type {any} */ (0));`);
  // A pre-request script has no response, and browser globals have no value.
  const absent = phase === 'response' ? absentGlobals : [...absentGlobals, 'response'];
  const scope = `${globals.join(' ')} const { ${absent.join(', ')} } = /** @type {Req.Absent} */ (/** @type {any} */ (0));`;
  const before = [
    '// @ts-check',
    `/// <reference path=${JSON.stringify(api.replaceAll('\\', '/'))} />`,
    `${hoisted(source.text, imports, absolute)}{ ${scope} (async function () {`,
  ].join(eol);
  const text = source.text.slice(0, imports.end).replace(/[^\r\n]/g, ' ') + source.text.slice(imports.end);
  return { text: `${before}${text}${eol}}); }${eol}`, start: before.length };
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
