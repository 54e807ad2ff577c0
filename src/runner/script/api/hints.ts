import { type Ask, stackHere } from './hostFunction.ts';
import { words } from './chaiWords.ts';

const mostHints = 20;
const mostPaths = 3;

export interface LeftOut {
  readonly add: (path: () => string) => void;
  /** Prints the hint to the console, if a property was left out. */
  readonly show: () => void;
}

/** Prints to the console which undefined properties were left out of a value that leaves the script. */
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
      show: () => {
        if (count === 0 || hints >= mostHints) return;
        hints++;
        const more = count > mostPaths ? words` and ${count - mostPaths} more` : '';
        const text = words`${what}: undefined is left out: ${paths}${more}`;
        ask({ op: 'console', level: 'info', text, values: '', stack: stackHere() });
      },
    };
  };
}
