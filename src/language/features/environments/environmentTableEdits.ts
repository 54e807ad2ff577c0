import { parseJson, type JsonMember, type JsonNode } from '../../../base/json/json.ts';
import { jsonOrTyped } from '../../../base/values/typedValue.ts';
import type { FileEdits, TextEdit } from '../../edit.ts';
import { isSecurity } from '../../semantics/auth/isSecurity.ts';
import type { EnvironmentFile } from '../../semantics/variables/environmentFile.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { folderOf, join } from '../../workspace/workspacePaths.ts';
import { newEnvironment, newMember } from '../edits/environmentEdits.ts';
import { movedVariable, privateName, publicName } from '../edits/moveVariable.ts';
import type { Refusal, RenameResult } from '../edits/rename.ts';
import { renameSymbol } from '../edits/rename.ts';
import { collectionNames } from '../navigation/collectionNames.ts';
import { environmentOccurrences } from '../navigation/environmentOccurrences.ts';
import { valueInTable } from './environmentTable.ts';

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

/** A change of environment files, or why there is none. */
export type TableEdit = { readonly files: readonly FileEdits[] } | Refusal;

const one = (file: string, edit: TextEdit): TableEdit => ({ files: [{ file, edits: [edit] }] });

/**
 * Sets a variable in an environment: replaces the effective value, or adds one. A string stays a string; other values are parsed as JSON,
 * and kept as text if they are not JSON.
 */
export function setInTable(view: FileView, name: string, environment: string, typed: string): TableEdit {
  const known = valueInTable(view, name, environment);
  if (known === undefined) return addInTable(view, name, environment, typed);
  const { file, node } = known;
  const isText = node.kind === 'scalar' && typeof node.value === 'string';
  const newText = isText || parseJson(typed) === undefined ? JSON.stringify(typed) : typed.trim();
  return one(file.file, { range: node.range, newText });
}

/** Adds a value to the nearest public file that defines the environment, else to the nearest public file. */
function addInTable(view: FileView, name: string, environment: string, typed: string): TableEdit {
  const problem = nameProblem(name) ?? brokenFile(view);
  if (problem !== undefined) return { refused: problem };
  const json = typeof jsonOrTyped(typed) === 'string' ? JSON.stringify(typed) : typed.trim();
  const file = publicFile(view, environment);
  const object = file && objectOf(file, environment);
  if (file !== undefined && object !== undefined) return one(file.file, newMember(file.text, object, name, json));
  return withNewEnvironment(view, environment, `{ ${JSON.stringify(name)}: ${json} }`);
}

/** Adds an empty environment. The file is created if the collection has none. */
export function addEnvironmentEdit(view: FileView, environment: string): TableEdit {
  const refused = environmentProblem(view, environment) ?? brokenFile(view);
  return refused === undefined ? withNewEnvironment(view, environment, '{}') : { refused };
}

function withNewEnvironment(view: FileView, environment: string, members: string): TableEdit {
  const file = publicFile(view, environment);
  const edit = newEnvironment(file?.text ?? '', environment, members);
  if (edit === undefined) return { refused: `The environment "${environment}" cannot be written: its value is not an object.` };
  if (file !== undefined) return one(file.file, edit);
  const path = join(view.collection.root, publicName);
  return { files: [{ file: path, create: true, edits: [edit] }] };
}

/** Removes the value of a variable in one environment from the file whose definition applies. */
export function clearInTable(view: FileView, name: string, environment: string): TableEdit {
  const file = valueInTable(view, name, environment)?.file;
  if (file === undefined) return { files: [] };
  return removed([file], (key) => key === environment, isVariable(name));
}

/** Moves the effective value from the public file of its folder to the private one, or back. */
export function moveInTable(view: FileView, name: string, environment: string): TableEdit {
  const from = valueInTable(view, name, environment)?.file;
  if (from === undefined) return { files: [] };
  const path = join(folderOf(from.file), from.private ? publicName : privateName);
  const to = view.collection.environmentFiles.find((f) => f.file === path);
  const files = movedVariable(from, path, to, { environment, variable: name });
  return files === undefined ? { refused: `${view.display(path)} defines ${name} already, or it cannot be read.` } : { files };
}

/** Removes a variable from all environments of the table. */
export const removeVariable = ({ collection }: FileView, name: string): TableEdit =>
  removed(collection.environmentFiles, () => true, isVariable(name));

/** Removes an environment from all files of the table. */
export function removeEnvironment({ collection }: FileView, environment: string): TableEdit {
  const files: FileEdits[] = [];
  for (const { file, root } of collection.environmentFiles) {
    const edits = root === undefined ? [] : removals(root, ({ key }) => key === environment);
    if (edits.length > 0) files.push({ file, edits });
  }
  return { files };
}

/** Renames a variable of the table and everything in the collection that uses it. */
export function renameVariable(view: FileView, name: string, newName: string): RenameResult {
  for (const file of view.collection.environmentFiles) {
    const at = environmentOccurrences(file)
      .get(name)
      ?.find(({ role }) => role === 'definition');
    if (at === undefined) continue;
    const { reach, occurrences } = collectionNames(view).symbolOf({ file: file.file, at });
    return renameSymbol(view, { kind: 'variable', name, at, reach, occurrences }, newName);
  }
  return { refused: `${name} is defined in no environment.` };
}

/** Renames an environment in all environment files of the collection. */
export function renameEnvironment(view: FileView, environment: string, newName: string): TableEdit {
  if (newName === environment) return { files: [] };
  const refused = environmentProblem(view, newName);
  if (refused !== undefined) return { refused };
  const files: FileEdits[] = [];
  for (const { file, root } of view.environmentFiles()) {
    const edits = (root?.members ?? [])
      .filter(({ key }) => key === environment)
      .map(({ keyRange }) => ({ range: keyRange, newText: JSON.stringify(newName) }));
    if (edits.length > 0) files.push({ file, edits });
  }
  return { files };
}

/** Why a name is invalid for a variable; undefined if it is valid. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '' || name.startsWith('$')) return 'Enter a name that does not begin with $.';
  return /[\r\n{}|]/.test(name) || name !== name.trim() ? 'Enter a name without spaces around it, braces and |.' : undefined;
}

/** Why a name is invalid for a new environment; undefined if it is valid. */
export function environmentProblem({ environmentFiles, collection }: FileView, name: string): string | undefined {
  if (name.trim() === '' || name.startsWith('$')) return 'Enter a name that does not begin with $.';
  const isKnown = [...environmentFiles(), ...collection.environmentFiles].some((f) => f.root?.members.some((m) => m.key === name));
  return isKnown ? 'An environment with this name exists already.' : undefined;
}

/** The problem of a file that cannot be read. Writing into another one could hide its definitions. */
function brokenFile({ collection, display }: FileView): string | undefined {
  const broken = collection.environmentFiles.find(({ root }) => root === undefined);
  return broken?.problem && `${display(broken.file)}:${broken.problem.line}: ${broken.problem.message}`;
}

function publicFile({ collection }: FileView, environment: string): EnvironmentFile | undefined {
  const files = collection.environmentFiles.filter((f) => !f.private && f.root !== undefined);
  return files.find((f) => objectOf(f, environment) !== undefined) ?? files[0];
}

function objectOf({ root }: EnvironmentFile, environment: string): ObjectNode | undefined {
  const value = root?.members.findLast((m) => m.key === environment)?.value;
  return value?.kind === 'object' ? value : undefined;
}

const isVariable =
  (name: string) =>
  ({ key, value }: JsonMember): boolean =>
    key === name && !isSecurity(key, value);

function removed(
  files: readonly EnvironmentFile[],
  inEnvironment: (name: string) => boolean,
  isRemoved: (member: JsonMember) => boolean,
): TableEdit {
  const changed: FileEdits[] = [];
  for (const { file, root } of files) {
    const edits = (root?.members ?? []).flatMap(({ key, value }) =>
      inEnvironment(key) && value.kind === 'object' ? removals(value, isRemoved) : [],
    );
    if (edits.length > 0) changed.push({ file, edits });
  }
  return { files: changed };
}

/** Edits that remove members of an object with their commas. */
function removals({ members, range }: ObjectNode, isRemoved: (member: JsonMember) => boolean): readonly TextEdit[] {
  if (members.length > 0 && members.every(isRemoved)) return [{ range, newText: '{}' }];
  const edits: TextEdit[] = [];
  for (let at = 0; at < members.length; at++) {
    if (!isRemoved(members[at] as JsonMember)) continue;
    let next = at + 1;
    while (next < members.length && isRemoved(members[next] as JsonMember)) next++;
    const before = members[at - 1];
    const start = before === undefined ? (members[at] as JsonMember).keyRange.start : before.value.range.end;
    const end = before === undefined ? (members[next] as JsonMember).keyRange.start : (members[next - 1] as JsonMember).value.range.end;
    edits.push({ range: { start, end }, newText: '' });
    at = next;
  }
  return edits;
}
