import { type Ask, stackHere } from './hostFunction.ts';
import { words } from './chaiWords.ts';

/** Hints that one script is given. */
const mostHints = 20;
/** Paths that one hint names. */
const mostPaths = 3;

/** Properties that were left out of one value. */
export interface LeftOut {
  readonly add: (path: () => string) => void;
  /** Says so in the console, if there are any. */
  readonly tell: () => void;
}

/** Tells in the console which undefined properties a value has lost on its way out of a script. */
export function createHints(ask: Ask): (what: string) => LeftOut {
  let hints = 0;
  return (what) => {
    let paths = '';
    let count = 0;
    return {
      add: (path) => {
        count++;
        if (count <= mostPaths && hints < mostHints) paths += (count === 1 ? '' : ', ') + path();
      },
      tell: () => {
        if (count === 0 || hints >= mostHints) return;
        hints++;
        const more = count > mostPaths ? words` and ${count - mostPaths} more` : '';
        const text = words`${what}: undefined is left out: ${paths}${more}`;
        ask({ op: 'console', level: 'info', text, values: '', stack: stackHere() });
      },
    };
  };
}
