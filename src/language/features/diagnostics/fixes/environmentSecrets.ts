import { contains, type Range } from '../../../../base/text/text.ts';
import type { CodeAction, FileEdits, TextEdit } from '../../../edit.ts';
import type { EnvironmentFile } from '../../../semantics/variables/variables.ts';
import { folderOf, join } from '../../../workspace/workspacePaths.ts';
import { newMember } from '../../edits/environmentEdits.ts';
import { environmentSecrets, type EnvironmentSecret } from '../environmentFile.ts';

const privateName = 'http-client.private.env.json';

/** Quick fixes for credentials at a range of an environment file. `files` are the environment files of its collection. */
export function environmentFixes(of: EnvironmentFile, files: readonly EnvironmentFile[], at: Range): readonly CodeAction[] {
  return [...environmentSecrets(of)]
    .filter(({ range }) => contains(range, at.start) || contains(range, at.end))
    .flatMap((secret) => Array.from(fixesOf(of, files, secret)));
}

function* fixesOf(of: EnvironmentFile, files: readonly EnvironmentFile[], secret: EnvironmentSecret): Generator<CodeAction> {
  const { range, name, value } = secret;
  const mends = { id: 'possible-secret', range } as const;
  // The match contains only the first line of a private key.
  if (!value.startsWith('-----')) {
    const edits: FileEdits[] = [{ file: of.file, edits: [{ range, newText: `{{$secret.${name}}}` }] }];
    const command = { kind: 'keep-secret', name, value } as const;
    yield { title: `Move to the secret storage as ${name}`, kind: 'quickfix', edits, mends, preferred: true, command };
  }
  const path = join(folderOf(of.file), privateName);
  const edits = moved(
    of,
    path,
    files.find((f) => f.file === path),
    secret,
  );
  if (edits !== undefined) yield { title: `Move ${secret.variable} to ${privateName}`, kind: 'quickfix', edits, mends };
}

/** Moves a variable to the private environment file; undefined if that defines it already or cannot be read. */
function moved(
  { file, root, text }: EnvironmentFile,
  path: string,
  known: EnvironmentFile | undefined,
  { environment, variable }: EnvironmentSecret,
): readonly FileEdits[] | undefined {
  const from = root?.members.findLast((m) => m.key === environment)?.value;
  if (from?.kind !== 'object') return undefined;
  const at = from.members.findLastIndex((m) => m.key === variable);
  const [before, member, next] = [from.members[at - 1], from.members[at], from.members[at + 1]];
  if (member === undefined) return undefined;
  const value = text.slice(member.value.range.start, member.value.range.end);
  const added = addedTo(known, environment, variable, value);
  if (added === undefined) return undefined;
  const gone: Range =
    before !== undefined
      ? { start: before.value.range.end, end: member.value.range.end }
      : { start: member.keyRange.start, end: next?.keyRange.start ?? member.value.range.end };
  const inPrivate: FileEdits = known === undefined ? { file: path, create: true, edits: [added] } : { file: path, edits: [added] };
  return [{ file, edits: [{ range: gone, newText: '' }] }, inPrivate];
}

function addedTo(known: EnvironmentFile | undefined, environment: string, variable: string, value: string): TextEdit | undefined {
  const [name, key] = [JSON.stringify(environment), JSON.stringify(variable)];
  if (known === undefined) return { range: { start: 0, end: 0 }, newText: `{\n  ${name}: {\n    ${key}: ${value}\n  }\n}\n` };
  const to = known.root?.members.findLast((m) => m.key === environment)?.value;
  if (known.root === undefined || known.environments.get(environment)?.has(variable) === true) return undefined;
  if (to === undefined) return newMember(known.text, known.root, environment, `{ ${key}: ${value} }`);
  return to.kind === 'object' ? newMember(known.text, to, variable, value) : undefined;
}
