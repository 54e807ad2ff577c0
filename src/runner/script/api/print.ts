import type { ConsoleLevel } from '../../ports/events.ts';
import { inspect, printedAs } from './inspect.ts';
import { type Ask, stackHere } from './hostFunction.ts';
import { isError, jsonStringify } from './primordials.ts';
import { encodeJson } from './apiValues.ts';
import { words } from './chaiWords.ts';

/** Limits of one script's output: calls and characters. */
const maxCalls = 10_000;
const maxTotal = 1 << 20;
/** Limit in characters of an object that is also sent as data, so that it can be expanded. */
const maxValue = 50_000;

/** Prints the arguments of a call, in which `text` is the formatted text if there is one. */
export type Print = (level: ConsoleLevel, args: readonly unknown[], text?: string) => void;

/** Prints to the host. The output is limited; one warning reports when the limit is reached. */
export function createPrint(ask: Ask): Print {
  let calls = 0;
  let total = 0;
  let totalOfValues = 0;
  let stopped = false;

  return (level, args, formatted) => {
    if (stopped) return;
    let text = '';
    let hasObject = false;
    for (let i = 0; i < args.length; i++) {
      const arg = args[i];
      hasObject ||= typeof arg === 'object' && arg !== null && !isError(arg);
      if (formatted === undefined) text += (i === 0 ? '' : ' ') + (typeof arg === 'string' ? arg : inspect(arg));
    }
    text = formatted ?? text;
    calls++;
    total += text.length;
    const stack = stackHere();
    if (calls > maxCalls || total > maxTotal) {
      stopped = true;
      const why = calls > maxCalls ? '10,000 lines' : '1 MB';
      ask({ op: 'console', level: 'warn', text: words`the script printed more than ${why}: the rest is not shown`, values: '', stack });
      return;
    }
    const values = hasObject && totalOfValues < maxTotal ? valuesOf(args) : '';
    totalOfValues += values.length;
    ask({ op: 'console', level, text, values, stack });
  };
}

/** The arguments as a JSON array of EncodedValues. Values that are not data or too long become printed text. Empty if all is too long. */
function valuesOf(args: readonly unknown[]): string {
  let out = '';
  for (let i = 0; i < args.length; i++) out += (i === 0 ? '' : ',') + valueOf(args[i]);
  return out.length > maxValue * 2 ? '' : words`[${out}]`;
}

function valueOf(arg: unknown): string {
  if (typeof arg === 'object' && arg !== null) {
    try {
      return encodeJson(printedAs(arg), () => undefined, maxValue);
    } catch {
      // Not data, or too long.
    }
  }
  return jsonStringify(typeof arg === 'string' ? arg : inspect(arg));
}
