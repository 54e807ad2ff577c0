import { createHash } from 'node:crypto';
import path from 'node:path';
import { counted, t } from '../../base/l10n.ts';
import { visibleText } from '../../base/text/visible.ts';
import { kindOf, specialKindOf } from '../../files/folders.ts';
import { streamRegular } from '../../files/read.ts';
import { realPath as followed } from '../../files/real.ts';
import { isInside } from '../../language/index.ts';
import type { ProgramToRun } from '../../runner/index.ts';

/** Longest argument that is shown whole, and the lengths of start and end of a longer one. */
const longest = 400;
const head = 300;
const tail = 80;
const mostArguments = 50;
/** Maximum words of a command line that are checked as file names. */
const mostWords = 500;

/** A file of the collection or the workspace in a program's command line. */
interface NamedFile {
  readonly path: string;
  readonly digest: string;
}

/** The path with symbolic links resolved; undefined if it does not exist. */
const realPath = async (file: string): Promise<string | undefined> => {
  const real = await followed(file);
  // Most words are not paths, and some are invalid paths.
  return (await kindOf(real).catch(() => undefined)) === undefined ? undefined : real;
};

/**
 * Digest that identifies a permission to run a program: arguments, secrets, and contents of the named files, which a change of the
 * repository can replace. It cannot be reversed.
 */
export async function digestOf({ argv, env }: ProgramToRun, files: readonly NamedFile[]): Promise<string> {
  const of = env.length === 0 && files.length === 0 ? argv : [argv, env, files.map((f) => [f.path, f.digest])];
  return createHash('sha256').update(JSON.stringify(of)).digest('hex');
}

/** Files inside the folders that a command line names: the program, an argument, or a word of one (`sh -c "./token.sh"`). */
export async function namedFiles({ argv, folder }: ProgramToRun, folders: readonly string[]): Promise<readonly NamedFile[]> {
  const roots = (await Promise.all(folders.map(realPath))).filter((root) => root !== undefined);
  const [program = '', ...rest] = argv;
  const words = new Set([...rest, ...rest.flatMap((arg) => arg.split(/[\s'"`=;|&<>(){}$,:]+/))]);
  const places = [...inPath(program, folder), ...[...words].slice(0, mostWords).map((word) => path.resolve(folder, word))];
  const found = new Map<string, NamedFile>();
  for (const place of places) {
    const real = place.includes('\0') ? undefined : await realPath(place);
    if (real === undefined || found.has(real) || !roots.some((root) => isInside(real, root))) continue;
    if ((await kindOf(real)) === 'file' && (await specialKindOf(real)) === undefined)
      found.set(real, { path: real, digest: await digestOfFile(real).catch(() => 'unreadable') });
  }
  return [...found.values()];
}

/** Candidate paths of a program. A name without a folder is looked up in the search path. */
function inPath(program: string, folder: string): readonly string[] {
  if (/[/\\]/.test(program)) return [path.resolve(folder, program)];
  const searched = (process.env['PATH'] ?? process.env['Path'] ?? '').split(path.delimiter);
  return [folder, ...searched].map((dir) => path.resolve(folder, dir, program));
}

async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of streamRegular(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Texts of the question: the whole command line with secrets masked and control characters made visible. */
export function programQuestion(
  { shown, env }: ProgramToRun,
  files: readonly NamedFile[],
  display: (file: string) => string,
): { readonly message: string; readonly detail: readonly string[] } {
  const [program = '', ...rest] = shown.map(shownArgument);
  const left = rest.length - mostArguments;
  const line = [
    program,
    ...rest.slice(0, mostArguments),
    ...(left > 0 ? [counted(left, '… {0} more argument', '… {0} more arguments')] : []),
  ];
  return {
    message: counted(
      rest.length,
      'To get a token, this request runs the program {1} with {0} argument.',
      'To get a token, this request runs the program {1} with {0} arguments.',
      program,
    ),
    detail: [
      line.join(' '),
      ...(env.length === 0 ? [] : [t('The program gets {0} from the environment.', env.map(visibleText).join(', '))]),
      ...(files.length === 0
        ? []
        : [t('Req asks again when one of these files changes: {0}.', files.map((f) => visibleText(display(f.path))).join(', '))]),
    ],
  };
}

function shownArgument(text: string): string {
  const visible = visibleText(text);
  const cut =
    visible.length <= longest ? visible : `${visible.slice(0, head)} … ${t('({0} characters)', visible.length)} … ${visible.slice(-tail)}`;
  return /^[\w@%+=:,./•~^-]+$/.test(cut) ? cut : `"${cut.replaceAll('"', '\\"')}"`;
}
