import { commands, type CommandName } from './commands.ts';
import { flagsOf, type Flag } from './flags.ts';

/**
 * The text of `req --help`, or of `req help NAME`.
 * @param width columns of the terminal; without one, lines stay as they are written
 */
export function helpText(name: CommandName | undefined, width = Infinity): string {
  const command = commands.find((c) => c.name === name);
  if (command === undefined) {
    return [
      'Usage: req COMMAND …',
      '',
      'Sends the requests of .req files.',
      '',
      ...columns(width, [
        ...commands.map((c) => [c.usage.slice('req '.length), c.summary] as const),
        ['help COMMAND', 'What a command does and its flags.'],
        ['--version', "Print this program's version."],
      ]),
      '',
    ].join('\n');
  }
  const flags = flagsOf(command.name);
  return [
    ...wrapped(`Usage: ${command.usage}`, width, '  '),
    '',
    ...wrapped(command.summary, width, ''),
    ...paragraphs(command.details, width),
    '',
    ...columns(
      width,
      flags.map((f) => [form(f), f.summary + (f.many === true ? ' (may be repeated)' : '')]),
    ),
    '',
  ].join('\n');
}

function form({ name, short, value }: Flag): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** Minimum width of the texts beside names; in a narrower terminal they are below them. */
const narrowest = 30;

function columns(width: number, rows: readonly (readonly [string, string])[]): string[] {
  const indent = 2 + Math.max(32, ...rows.map(([left]) => left.length + 2));
  const isBelow = width - indent < narrowest;
  return rows.flatMap(([left, right]) => {
    if (isBelow) return [...wrapped(`  ${left}`, width, '    '), ...wrapped(`        ${right}`, width, ' '.repeat(8))];
    return wrapped(`  ${left}`.padEnd(indent) + right, width, ' '.repeat(indent));
  });
}

/** Joins the lines of each paragraph for a terminal that is narrower than they are. Indented lines stay. */
function paragraphs(lines: readonly string[], width: number): string[] {
  if (lines.every((line) => line.length <= width)) return [...lines];
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1) ?? '';
    if (before === '' || line === '' || line.startsWith(' ') || before.startsWith(' ')) joined.push(line);
    else joined[joined.length - 1] = `${before} ${line}`;
  }
  return joined.flatMap((line) => wrapped(line, width, ''));
}

/** Breaks a line at spaces. A word that is longer than a line stays whole. */
function wrapped(line: string, width: number, indent: string): string[] {
  if (line.length <= width) return [line];
  const first = line.search(/\S/);
  const within = line.lastIndexOf(' ', width);
  const at = within > first ? within : line.indexOf(' ', Math.max(first, width));
  return at < 0 ? [line] : [line.slice(0, at).trimEnd(), ...wrapped(indent + line.slice(at + 1).trimStart(), width, indent)];
}
