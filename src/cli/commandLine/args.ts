import { parseArgs } from 'node:util';
import { closest } from '../../base/text/closest.ts';
import { ReqError } from '../../base/reqError.ts';
import { parseDuration } from '../../language/index.ts';
import { hintForUrl } from './pathHints.ts';
import { commands, type CommandName } from './commands.ts';
import { flagsOf, type Flag, type FlagName } from './flags.ts';

/** The parsed flags, as written. Each reader throws a usage error for an invalid value. */
export interface Options {
  has(name: FlagName): boolean;
  /** The last value. */
  text(name: FlagName): string | undefined;
  all(name: FlagName): readonly string[];
  /** A whole number of at least 1. */
  count(name: FlagName): number | undefined;
  /** A whole number from 0. */
  seed(name: FlagName): number | undefined;
  /** In milliseconds. */
  duration(name: FlagName): number | undefined;
  oneOf<T extends string>(name: FlagName, choices: readonly T[]): T | undefined;
}

export type Invocation =
  | { readonly kind: 'help'; readonly command: CommandName | undefined; readonly asked: boolean }
  | { readonly kind: 'version' }
  | { readonly kind: 'command'; readonly command: CommandName; readonly options: Options; readonly operands: readonly string[] };

const usage = (message: string, hint?: string): ReqError => new ReqError('usage', message, hint === undefined ? {} : { hint });

/**
 * Parses a command line without the program's name.
 * @throws {ReqError} of kind `usage`
 */
export function readCommandLine(argv: readonly string[]): Invocation {
  const [first, ...rest] = argv;
  if (first === undefined) return { kind: 'help', command: undefined, asked: false };
  if (first === '--version' || first === '-V' || (first === '-v' && rest.length === 0)) return { kind: 'version' };
  if (first === '--help' || first === '-h') return { kind: 'help', command: undefined, asked: true };
  if (first === 'help') return { kind: 'help', command: rest[0] === undefined ? undefined : commandNamed(rest[0]), asked: true };
  if (first.startsWith('-')) throw usage(`req ${first}: the command must be first.`, 'req --help lists the commands.');
  const command = commandNamed(first);
  const { given, operands } = readFlags(command, rest);
  if (given.has('help')) return { kind: 'help', command, asked: true };
  return { kind: 'command', command, options: optionsOf(given), operands };
}

/** Commands of other clients and tools, and those of Req that do the same. */
const otherNames: Readonly<Record<string, CommandName>> = {
  test: 'run',
  exec: 'run',
  execute: 'run',
  call: 'send',
  request: 'send',
  get: 'send',
  post: 'send',
  ls: 'list',
  lint: 'check',
  validate: 'check',
  fmt: 'format',
  new: 'init',
  create: 'init',
  convert: 'import',
};

function commandNamed(name: string): CommandName {
  const command = commands.find((c) => c.name === name);
  if (command !== undefined) return command.name;
  const near = Object.hasOwn(otherNames, name)
    ? otherNames[name]
    : closest(
        name,
        commands.map((c) => c.name),
      );
  if (near === undefined && /^https?:|\.(?:req|http|rest|md)(?:#|$)/.test(name))
    throw usage(`There is no command "${name}".`, hintForUrl(name) ?? `req send ${name} sends a request of the file.`);
  throw usage(`There is no command "${name}".`, near === undefined ? 'req --help lists the commands.' : `Did you mean req ${near}?`);
}

type Given = ReadonlyMap<string, readonly string[]>;

function readFlags(command: CommandName, argv: readonly string[]): { readonly given: Given; readonly operands: readonly string[] } {
  const known = flagsOf(command);
  const byName = new Map<string, Flag>(known.map((f) => [f.name, f]));
  const { tokens } = parseArgs({
    args: [...argv],
    // Unknown flags are reported below, with a suggestion.
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      known.map((f) => [
        f.name,
        { type: f.value === undefined ? ('boolean' as const) : ('string' as const), ...(f.short === undefined ? {} : { short: f.short }) },
      ]),
    ),
  });
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = byName.get(token.name);
    if (flag === undefined) throw unknownFlag(command, token.rawName, byName);
    const before = given.get(flag.name) ?? [];
    if (before.length > 0 && flag.value !== undefined && flag.many !== true) throw usage(`--${flag.name} is given twice.`);
    given.set(flag.name, [...before, valueOf(flag, token)]);
  }
  return { given, operands };
}

function valueOf(flag: Flag, token: { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined }): string {
  if (flag.value === undefined) {
    if (token.value !== undefined) throw usage(`--${flag.name} takes no value.`);
    return '';
  }
  const { value } = token;
  // A value that starts with - is more likely the next flag.
  const missing = value === undefined || (token.inlineValue !== true && value.length > 1 && value.startsWith('-'));
  if (missing)
    throw usage(`--${flag.name} needs a value: --${flag.name} ${flag.value}.`, `A value that begins with - is written --${flag.name}=-…`);
  return value;
}

function unknownFlag(command: CommandName, raw: string, known: ReadonlyMap<string, Flag>): ReqError {
  const near = closest(raw.replace(/^-+/, ''), known.keys());
  return usage(`req ${command} has no flag ${raw}.`, near === undefined ? `req help ${command} lists them.` : `Did you mean --${near}?`);
}

function optionsOf(given: Given): Options {
  const text = (name: FlagName): string | undefined => given.get(name)?.at(-1);
  return {
    has: (name) => given.has(name),
    text,
    all: (name) => given.get(name) ?? [],
    count(name) {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!/^[1-9]\d{0,14}$/.test(value)) throw usage(`--${name} must be a whole number of at least 1, not "${value}".`);
      return Number(value);
    },
    seed(name) {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!/^\d{1,15}$/.test(value)) throw usage(`--${name} must be a whole number of at most 15 digits, not "${value}".`);
      return Number(value);
    },
    duration(name) {
      const value = text(name);
      if (value === undefined) return undefined;
      const ms = parseDuration(value);
      if (ms === undefined) throw usage(`--${name} must be a time such as 5s, 300ms or 2m, not "${value}".`);
      return ms;
    },
    oneOf(name, choices) {
      const value = text(name);
      if (value === undefined) return undefined;
      const found = choices.find((c) => c === value);
      if (found === undefined) throw usage(`--${name} is ${choices.join(' or ')}, not "${value}".`);
      return found;
    },
  };
}
