import type { JsonNode } from '../../../base/json/json.ts';
import { createMask } from '../../../base/masks/mask.ts';
import type { Value } from '../../../base/values/value.ts';
import { isSecurity } from '../../semantics/auth/isSecurity.ts';
import { secretTexts } from '../../semantics/variables/secrets/secretTexts.ts';
import type { EnvironmentFile } from '../../semantics/variables/environmentFile.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { secretNamesIn } from '../variables/variableList.ts';

/** The environment whose variables apply in all others. */
export const sharedEnvironment = '$shared';

/** Maximum characters of a value that can be edited in its cell. */
const longestEdited = 2000;

export interface TableColumn {
  /** `$shared` or the name of an environment. */
  readonly name: string;
  readonly isProtected: boolean;
}

export interface TableCell {
  /** Absolute path of the file whose definition applies. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** A string without its quotes, other values as JSON on one line; empty if hidden. */
  readonly text: string;
  /** `private`: from a private file. `secret`: named by `# @secret`, or containing a secret. Both are hidden. */
  readonly kind: 'text' | 'json' | 'private' | 'secret';
  /** The value can be edited in its cell. */
  readonly isEditable: boolean;
}

export interface TableRow {
  readonly name: string;
  /** A cell for each column; undefined where the variable has no value. */
  readonly cells: readonly (TableCell | undefined)[];
}

/** The variables of all environments that apply to a file. */
export interface EnvironmentTable {
  readonly columns: readonly TableColumn[];
  /** In the order in which the files first define them, the farthest file first. */
  readonly rows: readonly TableRow[];
}

export function environmentTable(view: FileView): EnvironmentTable {
  const { environmentFiles: files, environments, protectedEnvironments } = view.collection;
  const hasShared = files.some((f) => f.environments.has(sharedEnvironment));
  const columns = [...(hasShared ? [sharedEnvironment] : []), ...environments].map((name) => ({
    name,
    isProtected: protectedEnvironments.has(name),
  }));
  const secretNames = secretNamesIn(view);
  const names = new Set<string>();
  const secrets: Value[] = [];
  for (const file of files.toReversed())
    for (const [environment, members] of file.environments)
      for (const [name, { value }] of members) {
        if (environment === sharedEnvironment || environments.includes(environment)) names.add(name);
        if (file.private || secretNames.has(name)) secrets.push(value);
      }
  const mask = createMask(secretTexts(secrets));
  const found = columns.map(({ name }) => effectiveDefinitions(files, name));
  const cellOf = (name: string, definition: EffectiveDefinition | undefined): TableCell | undefined => {
    if (definition === undefined) return undefined;
    const { file, node, line } = definition;
    const place = { file: file.file, line };
    if (file.private) return { ...place, text: '', kind: 'private', isEditable: false };
    const text = textOf(file, node);
    if (secretNames.has(name) || mask(text) !== text) return { ...place, text: '', kind: 'secret', isEditable: false };
    const isEditable = text.length <= longestEdited && !/[\r\n]/.test(text);
    const kind = isText(node) ? 'text' : 'json';
    return { ...place, text: (kind === 'json' ? onOneLine(text) : text).slice(0, longestEdited), kind, isEditable };
  };
  return { columns, rows: [...names].map((name) => ({ name, cells: found.map((of) => cellOf(name, of.get(name))) })) };
}

/** The effective definition of a variable in an environment. */
interface EffectiveDefinition {
  readonly file: EnvironmentFile;
  readonly node: JsonNode;
  /** From 1. */
  readonly line: number;
}

/** By name of the variable. The nearest file takes precedence, in a folder the private one, in a file the last member. */
function effectiveDefinitions(files: readonly EnvironmentFile[], environment: string): ReadonlyMap<string, EffectiveDefinition> {
  const found = new Map<string, EffectiveDefinition>();
  for (const file of files.toReversed()) {
    const values = file.environments.get(environment);
    if (values === undefined) continue;
    const member = file.root?.members.findLast((m) => m.key === environment && m.value.kind === 'object');
    if (member?.value.kind !== 'object') continue;
    for (const { key, value } of member.value.members)
      if (!isSecurity(key, value) && values.has(key)) found.set(key, { file, node: value, line: values.get(key)?.line ?? 1 });
  }
  return found;
}

/** The value of a variable in an environment in the form of the table. */
export const valueInTable = (
  { collection }: FileView,
  name: string,
  environment: string,
): { readonly file: EnvironmentFile; readonly node: JsonNode; readonly line: number } | undefined =>
  effectiveDefinitions(collection.environmentFiles, environment).get(name);

/** JSON without line breaks and indents. Its strings contain no line breaks. */
const onOneLine = (json: string): string => json.replaceAll(/[ \t]*[\r\n]\s*/g, ' ');

const isText = (node: JsonNode): boolean => node.kind === 'scalar' && typeof node.value === 'string';

const textOf = ({ text }: EnvironmentFile, node: JsonNode): string =>
  node.kind === 'scalar' && typeof node.value === 'string' ? node.value : text.slice(node.range.start, node.range.end);
