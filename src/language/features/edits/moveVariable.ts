import type { Range } from '../../../base/text/text.ts';
import type { FileEdits, TextEdit } from '../../edit.ts';
import type { EnvironmentFile } from '../../semantics/variables/environmentFile.ts';
import { newMember } from './environmentEdits.ts';

export const publicName = 'http-client.env.json';
export const privateName = 'http-client.private.env.json';

/** A variable of an environment. */
interface Named {
  readonly environment: string;
  readonly variable: string;
}

/**
 * Moves a variable to another environment file. Undefined if that file already defines it or cannot be read.
 * @param known the file at `path`; created if undefined
 */
export function movedVariable(
  { file, root, text }: EnvironmentFile,
  path: string,
  known: EnvironmentFile | undefined,
  { environment, variable }: Named,
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
  const removal = from.members.length === 1 ? { range: from.range, newText: '{}' } : { range: gone, newText: '' };
  const there: FileEdits = known === undefined ? { file: path, create: true, edits: [added] } : { file: path, edits: [added] };
  return [{ file, edits: [removal] }, there];
}

function addedTo(known: EnvironmentFile | undefined, environment: string, variable: string, value: string): TextEdit | undefined {
  const [name, key] = [JSON.stringify(environment), JSON.stringify(variable)];
  if (known === undefined) return { range: { start: 0, end: 0 }, newText: `{\n  ${name}: {\n    ${key}: ${value}\n  }\n}\n` };
  const to = known.root?.members.findLast((m) => m.key === environment)?.value;
  if (known.root === undefined || known.environments.get(environment)?.has(variable) === true) return undefined;
  if (to === undefined) return newMember(known.text, known.root, environment, `{ ${key}: ${value} }`);
  return to.kind === 'object' ? newMember(known.text, to, variable, value) : undefined;
}
