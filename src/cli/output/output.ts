import { visibleLines } from '../../base/text/visible.ts';
import type { Options } from '../commandLine/args.ts';
import { withoutCommands } from './workflowCommands.ts';

/** SGR codes that begin and end a style. `styleText` of node:util checks other streams than these. */
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

export interface Sink {
  readonly isTty: boolean;
  /**
   * Writes whole lines for users. Control characters are made visible, except LF, tab and the colors of `style`. Lines cannot be GitHub
   * Actions commands.
   */
  write(text: string): void;
  /** Like `write`, but allows GitHub Actions commands. */
  command(text: string): void;
  /** Writes bytes unchanged. */
  raw(data: string | Uint8Array): void;
  /**
   * Writes slowly generated text while signals are handled. Later output is queued.
   * @param size of all texts in UTF-16 units
   */
  inTurns(texts: Iterable<string>, size: number, how?: 'write' | 'raw'): void;
  /** Adds colors (if enabled) to text for `write`. */
  style(style: Style, text: string): string;
  /** The same sink with another destination. */
  to(raw: (data: string | Uint8Array) => void): Sink;
}

export interface Output {
  /** Standard output: only the result. */
  readonly out: Sink;
  /** Standard error: everything else. */
  readonly err: Sink;
}

/** Whether `--color auto` uses colors. `NO_COLOR` wins over `FORCE_COLOR`, which is for CI services that show colors without a terminal. */
function hasColors({ isTTY }: NodeJS.WriteStream): boolean {
  const { NO_COLOR: none = '', FORCE_COLOR: forced = '', TERM: terminal } = process.env;
  if (none !== '') return false;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTTY && terminal !== 'dumb';
}

/** Standard output and standard error, with colors as `--color` and the environment define. */
export function createOutput(options: Options | undefined): Output {
  const color = options?.oneOf('color', ['auto', 'always', 'never']) ?? 'auto';
  const github = options?.all('reporter').some((given) => given.split(/[,=]/).includes('github')) ?? false;
  const inActions = process.env['GITHUB_ACTIONS'] === 'true' || github;
  const sink = (stream: NodeJS.WriteStream): Sink => {
    const styled = color === 'always' || (color === 'auto' && hasColors(stream));
    return sinkOf((data) => void stream.write(data), { isTty: stream.isTTY, styled, inActions });
  };
  return { out: sink(process.stdout), err: sink(process.stderr) };
}

interface SinkOptions {
  readonly isTty: boolean;
  readonly styled: boolean;
  readonly inActions: boolean;
}

/** Random marker that `style` puts before color codes, so that other text cannot contain one. */
let marker: string | undefined;

/** A sink over any function that takes bytes. */
export function sinkOf(raw: Sink['raw'], options: SinkOptions): Sink {
  const { isTty, styled, inActions } = options;
  const mark = styled ? (marker ??= crypto.randomUUID()) : '';
  const code = (n: number): string => `${mark}${n}m`;
  const own = new RegExp(`${mark}(\\d+)m`);
  const visible = (text: string): string => {
    if (!styled) return visibleLines(text);
    const parts = text.split(own);
    return parts.map((part, i) => (i % 2 === 0 ? visibleLines(part) : `\u001b[${part}m`)).join('');
  };
  const write = (text: string): void => raw(inActions ? withoutCommands(visible(text)) : visible(text));
  return {
    isTty,
    write,
    command: (text) => raw(visible(text)),
    raw,
    inTurns(texts, _, how = 'write') {
      for (const text of texts) (how === 'write' ? write : raw)(text);
    },
    style: (style, text) => (styled ? `${code(styles[style][0])}${text}${code(styles[style][1])}` : text),
    to: (other) => sinkOf(other, options),
  };
}

/** Resolves when all output was written. */
export const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
