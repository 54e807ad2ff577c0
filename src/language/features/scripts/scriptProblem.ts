import { parse, type Options } from 'acorn';
import { scriptImports } from '../../../base/scriptImports.ts';
import type { ScriptProblem } from '../../index.ts';

/** Scripts run as the body of an async function, so top-level `await` and `return` are allowed. */
const scriptOptions: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
};

/** The first syntax error of a script; undefined if there is none. Does not run the script. */
export function scriptProblem(text: string): ScriptProblem | undefined {
  try {
    const { end } = scriptImports(text);
    if (end > 0) parse(text.slice(0, end), { ...scriptOptions, sourceType: 'module' });
    parse(text.slice(0, end).replace(/[^\r\n]/g, ' ') + text.slice(end), scriptOptions);
    return undefined;
  } catch (e) {
    if (!(e instanceof SyntaxError && 'pos' in e && typeof e.pos === 'number')) throw e;
    // Report an unexpected end at the last character.
    const written = text.trimEnd().length;
    const start = Math.max(0, Math.min(e.pos, written - 1));
    const word = /^[\p{L}\p{N}_$]+/u.exec(text.slice(start, start + 200))?.[0].length ?? 1;
    return { message: e.message.replace(/ \(\d+:\d+\)$/, ''), start, end: Math.min(start + word, text.length) };
  }
}
