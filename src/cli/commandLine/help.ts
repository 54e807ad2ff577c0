import { commands, type CommandName } from './commands.ts';
import { flagsOf, type Flag } from './flags.ts';

/** The text of `req --help`, or of `req help NAME`. */
export function helpText(name: CommandName | undefined): string {
  const command = commands.find((c) => c.name === name);
  if (command === undefined) {
    return [
      'Usage: req COMMAND …',
      '',
      'Sends the requests of .req files.',
      '',
      ...columns([
        ...commands.map((c) => [c.usage.slice('req '.length), c.summary] as const),
        ['help COMMAND', 'What a command does and its flags.'],
        ['--version', "Print this program's version."],
      ]),
      '',
    ].join('\n');
  }
  const flags = flagsOf(command.name);
  return [
    `Usage: ${command.usage}`,
    '',
    command.summary,
    ...command.details,
    '',
    ...columns(flags.map((f) => [form(f), f.summary + (f.many === true ? ' (may be repeated)' : '')])),
    '',
  ].join('\n');
}

function form({ name, short, value }: Flag): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(32, ...rows.map(([left]) => left.length + 2));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
