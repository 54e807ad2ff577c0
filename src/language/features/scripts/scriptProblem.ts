import { parse, type Options } from 'acorn';
import type { ScriptProblem } from '../../index.ts';

/** A script as the sandbox has it: the body of an async function, so that `await` and `return` stand at its top. */
const scriptOptions: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
};

/** What keeps a script from being read; undefined for JavaScript. Nothing of it runs. */
export function scriptProblem(text: string): ScriptProblem | undefined {
  try {
    parse(text, scriptOptions);
    return undefined;
  } catch (e) {
    if (!(e instanceof SyntaxError && 'pos' in e && typeof e.pos === 'number')) throw e;
    // What is missing at the end is told at the last that stands there.
    const written = text.trimEnd().length;
    const start = Math.max(0, Math.min(e.pos, written - 1));
    const word = /^[\p{L}\p{N}_$]+/u.exec(text.slice(start, start + 200))?.[0].length ?? 1;
    return { message: e.message.replace(/ \(\d+:\d+\)$/, ''), start, end: Math.min(start + word, text.length) };
  }
}
