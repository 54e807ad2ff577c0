import type { Severity } from '../../diagnostic.ts';
import type { ScriptNode } from '../../syntax/nodes.ts';
import { scriptTokens } from '../../syntax/scriptTokens.ts';
import { scriptGlobals } from './scriptMembers.ts';
import { absentGlobals } from './virtualScript.ts';

/** What JavaScript itself has in the sandbox, by name. */
export const sandboxGlobals: ReadonlySet<string> = new Set(
  (
    'AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry ' +
    'Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN ' +
    'Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError ' +
    'URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI ' +
    'encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape'
  ).split(' '),
);

const absent: ReadonlySet<string> = new Set(absentGlobals);

/**
 * Whether a name that TypeScript offers has a value in the script. `isGlobal`: it is none of the script's own. A name of a browser
 * counts where the script writes it itself, as a variable of its own; `at` is where the cursor's own word begins.
 */
export function isOffered(name: string, isGlobal: boolean, { source, phase }: ScriptNode, at: number): boolean {
  if (name === 'arguments') return false;
  if (isGlobal) return sandboxGlobals.has(name);
  if (!absent.has(name) && !(name === 'response' && phase === 'pre-request')) return true;
  return scriptTokens(source.text, 0, source.text.length).some((t) => t.kind === 'word' && t.text === name && t.range.start !== at);
}

/** One thing TypeScript says; offsets are in the script's own text. */
export interface TypescriptProblem {
  readonly code: number;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'syntax' | 'semantic';
}

/** Implicit `any`, unreachable code, what may be null: true of types, but no fault of a script. */
const noise = (code: number): boolean =>
  (code >= 7005 && code < 7100) ||
  (code >= 6000 && code < 7000) ||
  [2531, 2532, 2533, 2721, 2722, 2723].includes(code) ||
  (code >= 18046 && code <= 18049);

/** What of it is told, in our words where TypeScript's tell nothing; undefined for what does not matter to a script. */
export function shownProblem(
  { code, message, start, end, kind }: TypescriptProblem,
  { source, phase }: ScriptNode,
): { readonly message: string; readonly severity: Severity } | undefined {
  if (kind === 'syntax') return { message, severity: 'error' };
  if (noise(code)) return undefined;
  const { text } = source;
  // What a property is missing in stands before its dot.
  const root = /([\w$]+)\s{0,20}\.\s{0,20}$/.exec(text.slice(Math.max(0, start - 80), start))?.[1] ?? text.slice(start, end);
  const isNever = message.includes("'never'");
  if (isNever && root === 'response' && phase === 'pre-request')
    return {
      message: 'There is no answer before the request is sent: response is for scripts after it, `> {% … %}`.',
      severity: 'warning',
    };
  if (isNever && absent.has(root)) {
    const own = [...scriptGlobals(phase).keys()].join(', ');
    return { message: `Scripts have no ${root}: only what JavaScript itself has, and ${own}.`, severity: 'warning' };
  }
  // Nothing stops the send: JavaScript may be right where its types are not.
  return { message, severity: 'warning' };
}
