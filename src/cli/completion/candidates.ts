import { reporterNames } from '../reporters/reporter.ts';
import { commands, type Command } from '../commandLine/commands.ts';
import { flagsOf, type Flag } from '../commandLine/flags.ts';
import { environmentNames, requestNames, requestPaths, tagNames } from './collectionValues.ts';
import { dialects } from '../world/readForeign.ts';
import { shells } from './shells.ts';

/** A word that continues the command line. */
export interface Candidate {
  readonly word: string;
  readonly about?: string;
}

/** Candidates, or the paths that the shell completes itself. */
export type Completion = readonly Candidate[] | 'files' | 'folders';

const words = (all: Iterable<string>): readonly Candidate[] => [...all].map((word) => ({ word }));

/** Completes the last of the words after `req`, which may be empty. Sends and runs nothing. */
export async function complete(line: readonly string[]): Promise<Completion> {
  const found = await candidates(line);
  const current = line.at(-1) ?? '';
  return typeof found === 'string' ? found : found.filter(({ word }) => word.startsWith(current));
}

async function candidates(line: readonly string[]): Promise<Completion> {
  const [name = '', ...rest] = line;
  const ofCommands = commands.map((c): Candidate => ({ word: c.name, about: c.summary }));
  if (rest.length === 0)
    return [
      ...ofCommands,
      { word: 'help', about: 'What a command does and its flags.' },
      ...words(name.startsWith('-') ? ['--help', '--version'] : []),
    ];
  if (name === 'help') return rest.length === 1 ? ofCommands : [];
  const command = commands.find((c) => c.name === name);
  return command === undefined ? [] : ofCommand(command, rest);
}

async function ofCommand(command: Command, rest: readonly string[]): Promise<Completion> {
  const flags = flagsOf(command.name);
  const { operands, given, open, isOver } = readWords(flags, rest.slice(0, -1));
  const current = rest.at(-1) ?? '';
  if (open !== undefined) return valuesOf(open, { before: '', typed: current }, operands);
  if (isOver || !current.startsWith('-') || current === '-') {
    const found = current === '-' && !isOver ? [] : await operandsOf(command, operands, current);
    if (found.length > 0 || !current.startsWith('-') || isOver) return found;
  }
  const at = current.indexOf('=');
  const inline = at < 0 ? undefined : flags.find((f) => `--${f.name}` === current.slice(0, at) && f.value !== undefined);
  if (inline !== undefined) return valuesOf(inline, { before: current.slice(0, at + 1), typed: current.slice(at + 1) }, operands);
  return flags.filter((f) => f.many === true || !given.has(f.name)).map((f) => ({ word: `--${f.name}`, about: f.summary }));
}

interface ReadWords {
  readonly operands: readonly string[];
  readonly given: ReadonlySet<string>;
  /** The flag whose value is the last word. */
  readonly open: Flag | undefined;
  /** Whether `--` ended the flags. */
  readonly isOver: boolean;
}

/** Reads the words before the last as the command does, without errors. */
function readWords(flags: readonly Flag[], before: readonly string[]): ReadWords {
  const operands: string[] = [];
  const given = new Set<string>();
  let open: Flag | undefined;
  let isOver = false;
  for (const word of before) {
    if (open !== undefined) {
      open = undefined;
    } else if (isOver || !word.startsWith('-') || word === '-') {
      operands.push(word);
    } else if (word === '--') {
      isOver = true;
    } else {
      const [name = ''] = word.replace(/^--?/, '').split('=');
      const flag = flags.find((f) => (word.startsWith('--') ? f.name === name : f.short === word.at(-1)));
      if (flag !== undefined) given.add(flag.name);
      if (flag?.value !== undefined && !word.includes('=')) open = flag;
    }
  }
  return { operands, given, open, isOver };
}

interface TypedValue {
  /** The part of the word before the value: `--env=`. */
  readonly before: string;
  readonly typed: string;
}

async function valuesOf({ name, value = '' }: Flag, { before, typed }: TypedValue, operands: readonly string[]): Promise<Completion> {
  const after = (found: Iterable<string>, prefix = before): readonly Candidate[] => words([...found].map((text) => prefix + text));
  if (name === 'env') return after(await environmentNames(operands));
  if (name === 'name') return after(await requestNames(operands));
  if (name === 'tag' || name === 'exclude-tag') {
    const given = typed.slice(0, typed.lastIndexOf(',') + 1);
    const others = (await tagNames(operands)).filter((tag) => !given.split(',').includes(tag));
    return after(others, before + given);
  }
  if (name === 'dialect') return after(dialects);
  // After `junit=`, the file of the report.
  if (name === 'reporter' && typed.includes('=')) return 'files';
  if (name === 'reporter' && value.startsWith('sarif')) return after(['sarif', 'sarif=']);
  if (name === 'reporter') return [...after(reporterNames), ...after(reporterNames.map((reporter) => `${reporter}=`))];
  if (value.includes('|')) return after(value.split('|'));
  if (value === 'FILE') return 'files';
  return value === 'DIR' ? 'folders' : [];
}

async function operandsOf({ operands: kind }: Command, before: readonly string[], current: string): Promise<Completion> {
  switch (kind) {
    case 'request':
      return before.length > 0 ? [] : words(await requestPaths(current, { names: true }));
    case 'requests':
      return words(await requestPaths(current, { names: true }));
    case 'files':
      return words(await requestPaths(current, { names: false }));
    case 'export': {
      const { exportTargets } = await import('../../convert/import/index.ts');
      if (before.length === 0) return exportTargets.map(({ id }) => ({ word: id }));
      return before.length > 1 ? [] : words(await requestPaths(current, { names: true }));
    }
    case 'import': {
      const { importFormats } = await import('../../convert/import/index.ts');
      const formats = words([...importFormats, 'auto']).filter(({ word }) => before.length === 0 && word.startsWith(current));
      return formats.length > 0 && current !== '' ? formats : 'files';
    }
    case 'folder':
      return before.length > 0 ? [] : 'folders';
    case 'shell':
      return before.length > 0 ? [] : words(shells);
    case 'none':
      return [];
  }
}
