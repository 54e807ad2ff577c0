import { visibleLines } from '../../base/visible.ts';
import type { Options } from '../commandLine/args.ts';
import { withoutCommands } from './workflowCommands.ts';

/** SGR codes that begin and end a style. node:util's styleText asks other streams than ours before it colors. */
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
  /**
   * Text for people, in whole lines: whatever stands in it, no control character gets out but LF, tab and the colors of `style`,
   * and no line of it is a command of GitHub Actions.
   */
  write(text: string): void;
  /** As `write`, but for text that is a command of GitHub Actions. */
  command(text: string): void;
  /** The bytes of a body or a file, as they are. */
  raw(data: string | Uint8Array): void;
  /** Colors, where they are wanted, for what goes through `write`. */
  style(style: Style, text: string): string;
  /** The same sink, but what is written goes elsewhere. */
  to(raw: (data: string | Uint8Array) => void): Sink;
}

export interface Output {
  /** The result alone. */
  readonly out: Sink;
  /** Everything else. */
  readonly err: Sink;
}

/** Standard output and standard error, with colors as `--color` and `NO_COLOR` say. */
export function createOutput(options: Options | undefined): Output {
  const color = options?.oneOf('color', ['auto', 'always', 'never']) ?? 'auto';
  const github = options?.all('reporter').some((given) => given.split(/[,=]/).includes('github')) ?? false;
  const inActions = process.env['GITHUB_ACTIONS'] === 'true' || github;
  const sink = (stream: NodeJS.WriteStream): Sink => {
    const noColor = process.env['NO_COLOR'] ?? '';
    const styled = color === 'always' || (color === 'auto' && stream.isTTY && noColor === '' && process.env['TERM'] !== 'dumb');
    return sinkOf((data) => void stream.write(data), { isTty: stream.isTTY, styled, inActions });
  };
  return { out: sink(process.stdout), err: sink(process.stderr) };
}

interface SinkOptions {
  readonly isTty: boolean;
  readonly styled: boolean;
  /** What is written is read by GitHub Actions. */
  readonly inActions: boolean;
}

/** What `style` puts around a number that stands for a color: no other text can know it. */
let marker: string | undefined;

/** A sink over whatever takes its bytes. */
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
  return {
    isTty,
    write: (text) => raw(inActions ? withoutCommands(visible(text)) : visible(text)),
    command: (text) => raw(visible(text)),
    raw,
    style: (style, text) => (styled ? `${code(styles[style][0])}${text}${code(styles[style][1])}` : text),
    to: (other) => sinkOf(other, options),
  };
}

/** Resolves when everything written has left. */
export const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
