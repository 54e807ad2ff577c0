import type { ConsoleLevel } from '../../events.ts';
import { inspect } from './inspect.ts';
import type { Ask } from './hostFunction.ts';
import { freeze } from './primordials.ts';
import { words } from './words.ts';

/** Calls and characters one script may print. */
const maxCalls = 10_000;
const maxTotal = 1 << 20;

/** The `console` of scripts: what is printed is bounded, then one notice says so. */
export function createConsole(ask: Ask): Readonly<Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...args: unknown[]) => void>> {
  let calls = 0;
  let total = 0;
  let stopped = false;

  const printer =
    (level: ConsoleLevel) =>
    (...args: unknown[]): void => {
      if (stopped) return;
      let text = '';
      for (let i = 0; i < args.length; i++) {
        const arg = args[i];
        text += (i === 0 ? '' : ' ') + (typeof arg === 'string' ? arg : inspect(arg));
      }
      calls++;
      total += text.length;
      if (calls > maxCalls || total > maxTotal) {
        stopped = true;
        const why = calls > maxCalls ? '10,000 lines' : '1 MB';
        ask({ op: 'console', level: 'warn', text: words`the script printed more than ${why}: the rest is not shown` });
        return;
      }
      ask({ op: 'console', level, text });
    };

  const log = printer('log');
  return freeze({ log, info: printer('info'), warn: printer('warn'), error: printer('error'), debug: log });
}
