import type { ScriptNode } from '../../syntax/nodes.ts';
import { scriptGlobals } from './scriptMembers.ts';

/** A script as a JavaScript file of its own, for a service that knows JavaScript. */
export interface VirtualScript {
  readonly text: string;
  /** Where the script's own text begins in it. That text stands in it unaltered, so both count the same from there. */
  readonly start: number;
}

/**
 * Names that a browser or Node has and the sandbox lacks: TypeScript takes a file for one of a browser, and would offer them.
 */
export const absentGlobals: readonly string[] =
  'AbortController Blob Buffer EventSource FormData Headers Request Response TextDecoder TextEncoder URL URLSearchParams WebSocket XMLHttpRequest alert atob blur btoa clearInterval clearTimeout close confirm crypto document event exports fetch find focus frames global history length localStorage location module name navigator open origin parent performance print process prompt queueMicrotask require screen self sessionStorage setImmediate setInterval setTimeout status stop structuredClone top window'.split(
    ' ',
  );

/**
 * A script with everything around it that the sandbox gives it: an async function, so that `await` and `return` stand at its
 * top, in a scope with the API's globals. `types` is the path of the API's description; `eol` the file's own line end, so that
 * the text keeps its length in an editor that knows only one.
 */
export function virtualScript({ phase, source }: ScriptNode, types: string, eol: '\n' | '\r\n'): VirtualScript {
  // Types by casts: a comment on the line of what comes before it belongs to that.
  const globals = [...scriptGlobals(phase)].map(([name, type]) => `const ${name} = /** @type {Req.${type}} */ (/** @type {any} */ (0));`);
  // A script before the request has no answer, and none of the names of a browser has a value.
  const absent = phase === 'response' ? absentGlobals : [...absentGlobals, 'response'];
  const before = [
    '// @ts-check',
    `/// <reference path=${JSON.stringify(types.replaceAll('\\', '/'))} />`,
    `{ ${globals.join(' ')} const { ${absent.join(', ')} } = /** @type {Req.Absent} */ (/** @type {any} */ (0)); (async function () {`,
  ].join(eol);
  return { text: `${before}${source.text}${eol}}); }${eol}`, start: before.length };
}
