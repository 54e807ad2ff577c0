import type { Severity } from '../../diagnostic.ts';
import type { ScriptNode } from '../../syntax/nodes.ts';
import { scriptTokens } from '../../syntax/scriptTokens.ts';
import { scriptGlobals } from './scriptMembers.ts';
import { absentGlobals } from './virtualScript.ts';

/** Global names of JavaScript itself in the sandbox. */
export const sandboxGlobals: ReadonlySet<string> = new Set(
  (
    'AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry ' +
    'Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN ' +
    'Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError ' +
    'URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI ' +
    'encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape ' +
    'CryptoJS CryptoKey DOMException Intl TextDecoder TextEncoder URL URLSearchParams atob btoa clearImmediate clearInterval clearTimeout crypto ' +
    '$random _ Buffer assert axios bru cheerio data environment expect globals insomnia iteration jsonPath moment pm postman queueMicrotask req require res test tv4 xml2Json responseBody responseCode responseHeaders responseTime setImmediate setInterval setTimeout structuredClone tests xpath'
  ).split(' '),
);

const absent: ReadonlySet<string> = new Set(absentGlobals);

/**
 * Whether to offer a name from TypeScript's completion: only if it has a value in the script. A browser's name counts only if
 * the script uses it elsewhere, as a variable of its own.
 * @param isGlobal the name is not declared in the script
 * @param at start of the word at the cursor
 */
export function isOffered(name: string, isGlobal: boolean, { source, phase }: ScriptNode, at: number): boolean {
  if (name === 'arguments') return false;
  if (isGlobal) return sandboxGlobals.has(name);
  if (!absent.has(name) && !(name === 'response' && phase === 'pre-request')) return true;
  return scriptTokens(source.text, 0, source.text.length).some((t) => t.kind === 'word' && t.text === name && t.range.start !== at);
}

/** A diagnostic of TypeScript. Offsets are in the script's own text. */
export interface TypescriptProblem {
  readonly code: number;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'syntax' | 'semantic';
}

/** Codes for implicit `any`, unreachable code and possible null: correct about types, but not errors in a script. */
const noise = (code: number): boolean =>
  (code >= 7005 && code < 7100) ||
  (code >= 6000 && code < 7000) ||
  [2531, 2532, 2533, 2721, 2722, 2723].includes(code) ||
  (code >= 18046 && code <= 18049);

/** A relative path of `require`, which TypeScript resolves from the script's own document. Req reports missing files itself. */
const isOwnModule = (code: number, message: string): boolean => code === 2307 && /^Cannot find module '\.{1,2}\//.test(message);

/** The message to show, reworded if TypeScript's is not helpful; undefined for problems that do not matter in a script. */
export function shownProblem(
  { code, message, start, end, kind }: TypescriptProblem,
  { source, phase }: ScriptNode,
): { readonly message: string; readonly severity: Severity } | undefined {
  if (kind === 'syntax') return { message, severity: 'error' };
  if (noise(code) || isOwnModule(code, message)) return undefined;
  const { text } = source;
  // A missing property is reported after the dot; its object is before it.
  const root = /([\w$]+)\s{0,20}\.\s{0,20}$/.exec(text.slice(Math.max(0, start - 80), start))?.[1] ?? text.slice(start, end);
  const isNever = message.includes("'never'");
  if (isNever && root === 'response' && phase === 'pre-request')
    return {
      message: 'There is no response before the request is sent. Use response in a script after the request, `> {% … %}`.',
      severity: 'warning',
    };
  if (isNever && absent.has(root)) {
    const own = [...scriptGlobals(phase).keys()].join(', ');
    return { message: `Scripts have no ${root}. They have the globals of JavaScript, and ${own}.`, severity: 'warning' };
  }
  // Only a warning, because correct JavaScript can fail the type check. It never blocks a send.
  return { message, severity: 'warning' };
}
