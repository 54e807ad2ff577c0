import type { ScriptNode } from '../../syntax/nodes.ts';
import { scriptGlobals } from './scriptMembers.ts';

/** A script wrapped as a JavaScript file for a JavaScript language service. */
export interface VirtualScript {
  readonly text: string;
  /** Offset of the script's text, which is included unchanged. */
  readonly start: number;
}

/** Globals of browsers and Node.js that the sandbox lacks. TypeScript treats the file as browser code and would offer them. */
export const absentGlobals: readonly string[] =
  'AbortController Blob Buffer EventSource FormData Headers Request Response WebSocket XMLHttpRequest alert blur close confirm document event exports fetch find focus frames global history length localStorage location module name navigator open origin parent performance print process prompt require screen self sessionStorage status stop top window'.split(
    ' ',
  );

/** Globals of the sandbox that TypeScript does not know without Node.js. */
const nodeGlobals = {
  setImmediate: '(fn: (...args: any[]) => void, ...args: any[]) => number',
  clearImmediate: '(id: number) => void',
};

/**
 * Wraps a script in its sandbox context: an async function, so that top-level `await` and `return` are allowed, in a scope with
 * the API's globals.
 * @param api path of the API's type declarations
 * @param eol the file's line break, so that offsets match in an editor that normalizes line breaks
 */
export function virtualScript({ phase, source }: ScriptNode, api: string, eol: '\n' | '\r\n'): VirtualScript {
  // Types as casts: a JSDoc comment on the line would attach to the preceding code.
  const types = [...[...scriptGlobals(phase)].map(([name, type]) => [name, `Req.${type}`]), ...Object.entries(nodeGlobals)];
  const globals = types.map(([name, type]) => `const ${name} = /** @type {${type}} */ (/** @type {any} */ (0));`);
  // A pre-request script has no response, and browser globals have no value.
  const absent = phase === 'response' ? absentGlobals : [...absentGlobals, 'response'];
  const before = [
    '// @ts-check',
    `/// <reference path=${JSON.stringify(api.replaceAll('\\', '/'))} />`,
    `{ ${globals.join(' ')} const { ${absent.join(', ')} } = /** @type {Req.Absent} */ (/** @type {any} */ (0)); (async function () {`,
  ].join(eol);
  return { text: `${before}${source.text}${eol}}); }${eol}`, start: before.length };
}
