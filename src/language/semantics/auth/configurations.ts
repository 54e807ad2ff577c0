import { jsonToValue, type JsonNode } from '../../../base/json/json.ts';
import { LineIndex } from '../../../base/text/text.ts';
import type { Variable } from '../variables/variables.ts';
import type { EnvironmentFile } from '../variables/environmentFile.ts';

/** The fields of one `Security.Auth.ID` in the environment files, in the format of JetBrains. */
export type AuthConfiguration = ReadonlyMap<string, Variable>;

type ObjectNode = JsonNode & { readonly kind: 'object' };

/** Fields that are secret in public environment files too. */
const secretFields: ReadonlySet<string> = new Set(['Client Secret', 'Private Key', 'Password', 'Assertion']);

/** The field with the path of a key file, relative to the environment file. */
export const privateKeyFile = 'Private Key File';

const objectIn = (node: ObjectNode | undefined, key: string): ObjectNode | undefined => {
  const value = node?.members.findLast((m) => m.key === key)?.value;
  return value?.kind === 'object' ? value : undefined;
};

/** The environments of a file that have configurations. */
function* authsIn(file: EnvironmentFile): Generator<{ readonly environment: string; readonly auths: ObjectNode }> {
  for (const { key, value } of file.root?.members ?? []) {
    const auths = value.kind === 'object' ? objectIn(objectIn(value, 'Security'), 'Auth') : undefined;
    if (auths !== undefined) yield { environment: key, auths };
  }
}

/** The ids of the configurations in the selected environment and `$shared`, in file order. */
export function authIds(files: readonly EnvironmentFile[], environment: string | undefined): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const file of files)
    for (const { environment: of, auths } of authsIn(file))
      if (of === environment || of === '$shared') for (const { key } of auths.members) ids.add(key);
  return ids;
}

/** The environments that define a configuration, for a hint if the selected one does not. */
export function environmentsWithAuth(files: readonly EnvironmentFile[], id: string): readonly string[] {
  const found = new Set<string>();
  for (const file of files)
    for (const { environment, auths } of authsIn(file))
      if (environment !== '$shared' && auths.members.some((m) => m.key === id)) found.add(environment);
  return [...found];
}

/**
 * Merges a configuration field by field. The selected environment has priority over `$shared`, then the nearer file over others
 * and the private file over the public one. Undefined if no file defines it.
 */
export function authConfiguration(
  files: readonly EnvironmentFile[],
  environment: string | undefined,
  id: string,
): AuthConfiguration | undefined {
  const fields = new Map<string, Variable>();
  let found = false;
  for (const wanted of environment === undefined ? ['$shared'] : [environment, '$shared']) {
    for (const file of files) {
      for (const { environment: of, auths } of authsIn(file)) {
        const node = of === wanted ? objectIn(auths, id) : undefined;
        if (node === undefined) continue;
        found = true;
        const lines = LineIndex.of(file.text);
        for (const { key, keyRange, value } of node.members) {
          if (fields.has(key)) continue;
          fields.set(key, {
            name: `"${key}" of ${id}`,
            origin: { layer: 'environment', file: file.file, line: lines.positionAt(keyRange.start).line + 1, environment: of },
            secret: file.private || secretFields.has(key),
            content: { kind: 'json', value: jsonToValue(value) },
          });
        }
      }
    }
  }
  return found ? fields : undefined;
}
