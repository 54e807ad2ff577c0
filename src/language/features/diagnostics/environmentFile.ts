import type { JsonNode } from '../../../base/json/json.ts';
import { LineIndex } from '../../../base/text/text.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { EnvironmentFile } from '../../semantics/variables/environmentFile.ts';
import { readName } from '../../syntax/path.ts';
import { secretMessage, type PossibleSecret } from './possibleSecret.ts';
import { secretNamed } from './secretNames.ts';
import { isRandom, secretsByForm } from './secretForms.ts';

export interface EnvironmentSecret extends PossibleSecret {
  readonly environment: string;
  readonly variable: string;
}

const known = new WeakMap<EnvironmentFile, readonly Diagnostic[]>();

/** Diagnostics of an environment file alone: syntax errors, and credentials if the file is not private. Cached per file. */
export function environmentDiagnostics(file: EnvironmentFile): readonly Diagnostic[] {
  let found = known.get(file);
  if (found === undefined) known.set(file, (found = [...diagnosticsOf(file)]));
  return found;
}

function* diagnosticsOf(file: EnvironmentFile): Generator<Diagnostic> {
  if (file.problem !== undefined) {
    const { line, column, message } = file.problem;
    const start = LineIndex.of(file.text).startOf(line - 1) + column - 1;
    yield diagnostic('environment-file', 'error', { start, end: Math.min(start + 1, file.text.length) }, message);
  }
  yield* reservedNames(file);
  for (const secret of environmentSecrets(file)) yield diagnostic('possible-secret', 'warning', secret.range, secretMessage(secret));
}

/** Reports variables that no placeholder can read. `$protected` is a setting of an environment. */
function* reservedNames({ root }: EnvironmentFile): Generator<Diagnostic> {
  for (const { value: variables } of root?.members ?? []) {
    if (variables.kind !== 'object') continue;
    for (const { key, keyRange } of variables.members)
      if (key.startsWith('$') && key !== '$protected')
        yield diagnostic(
          'environment-file',
          'error',
          keyRange,
          `Names that begin with $ are reserved: no placeholder can read ${key}. Give the variable another name.`,
        );
  }
}

/** Credentials in an environment file that is not private. */
export function* environmentSecrets({ root, text, private: isPrivate }: EnvironmentFile): Generator<EnvironmentSecret> {
  if (isPrivate) return;
  for (const { key: environment, value: variables } of root?.members ?? []) {
    if (variables.kind !== 'object') continue;
    for (const { key, value } of variables.members) {
      if (key.startsWith('$')) continue;
      for (const found of inValue(value, text, key)) yield { ...found, name: nameFor(found.name, environment), environment, variable: key };
    }
  }
}

/** A name that is unique across environments, because one storage contains the secrets of all of them. */
function nameFor(name: string, environment: string): string {
  const own = environment === '$shared' ? name : `${name}-${environment}`;
  return readName(own, 0) === own ? own : name;
}

/** Credentials in a value and its members. @param key the key that names the value: a list's items have the key of the list */
function* inValue(node: JsonNode, text: string, key: string): Generator<PossibleSecret> {
  if (node.kind === 'object') for (const m of node.members) yield* inValue(m.value, text, m.key);
  else if (node.kind === 'array') for (const item of node.items) yield* inValue(item, text, key);
  else if (typeof node.value === 'string') {
    const range = { start: node.range.start + 1, end: node.range.end - 1 };
    const written = text.slice(range.start, range.end);
    const name = readName(key, 0) === key ? key : undefined;
    const [first] = secretsByForm(written);
    if (first !== undefined) {
      const start = range.start + first.start;
      yield { range: { start, end: start + first.value.length }, what: first.what, name: name ?? first.name, value: first.value };
    } else if (secretNamed(key) && isRandom(written, 8)) yield { range, what: 'a secret', name: name ?? 'secret', value: written };
  }
}
