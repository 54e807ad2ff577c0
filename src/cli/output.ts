import type { Options } from './args.ts';

/** SGR codes that begin and end a style. node:util's styleText asks other streams than ours before it colours. */
const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof styles;

/** One of the two streams a command writes to. */
export interface Sink {
  /** Whether a person looks at it. */
  readonly isTty: boolean;
  write(text: string | Uint8Array): void;
  /** Colours, where they are wanted. */
  style(style: Style, text: string): string;
}

export interface Output {
  /** The result alone. */
  readonly out: Sink;
  /** Everything else. */
  readonly err: Sink;
}

/** Standard output and standard error, with colours as `--color` and `NO_COLOR` say. */
export function createOutput(options: Options | undefined): Output {
  const color = options?.oneOf('color', ['auto', 'always', 'never']) ?? 'auto';
  const sink = (stream: NodeJS.WriteStream): Sink => {
    const noColor = process.env['NO_COLOR'] ?? '';
    const styled = color === 'always' || (color === 'auto' && stream.isTTY && noColor === '' && process.env['TERM'] !== 'dumb');
    return {
      isTty: stream.isTTY,
      write: (text) => void stream.write(text),
      style: (style, text) => (styled ? `\u001b[${styles[style][0]}m${text}\u001b[${styles[style][1]}m` : text),
    };
  };
  return { out: sink(process.stdout), err: sink(process.stderr) };
}

/** Resolves when everything written has left. */
export const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
