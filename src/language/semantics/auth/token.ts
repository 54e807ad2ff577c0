import { valueToText, type Value } from '../../../base/values/value.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';
import { privateKeyFile } from './configurations.ts';
import type { Sources, WantedToken } from '../variables/dynamics/dynamics.ts';
import type { DynamicText } from '../variables/dynamics/dynamicValues.ts';
import * as problems from '../variables/placeholderProblems.ts';
import type { Scope } from '../variables/scope.ts';
import type { Variable } from '../variables/variables.ts';

/** A token named in a file, before the fields of its configuration are evaluated. */
export type TokenSource =
  | Omit<Extract<WantedToken, { readonly kind: 'oauth2' }>, 'fields'>
  | Extract<WantedToken, { readonly kind: 'command' }>;

export interface TokenLookup {
  readonly scope: Scope;
  readonly sources: Sources;
  /** @throws Unresolved if the field has no value */
  readonly valueOf: (v: Variable) => Value;
}

const calls = ['$auth.token', '$auth.idToken'];

/** The token for `{{$auth.token("id")}}` or `{{$auth.idToken("id")}}`. */
export function calledToken(name: string, [id = '']: readonly string[], lookup: TokenLookup): DynamicText {
  if (name !== '$auth.token' && name !== '$auth.idToken')
    return { ok: false, problem: problems.unknownDynamic(name, name, { all: calls, listed: calls }) };
  return tokenText({ kind: 'oauth2', id, which: name === '$auth.token' ? 'access' : 'id' }, lookup);
}

/** The token of a source. Evaluates the fields of its configuration. */
export function tokenText(source: TokenSource, { scope, sources, valueOf }: TokenLookup): DynamicText {
  if (source.kind === 'command') return { ok: true, text: sources.token(source) ?? '' };
  const { id, which } = source;
  const { auths } = scope;
  const configuration = auths.find(id);
  if (configuration === undefined) return { ok: false, problem: problems.noAuth(id, auths.ids(), auths.elsewhere(id)) };
  const fields = new Map<string, Value>();
  for (const [field, v] of configuration) {
    const value = valueOf(v);
    const file = field === privateKeyFile && v.origin.layer === 'environment' ? v.origin.file : undefined;
    fields.set(field, file === undefined || value === '' ? value : resolvePath(folderOf(file), valueToText(value)));
  }
  const text = sources.token({ ...source, fields });
  return text === undefined ? { ok: false, problem: problems.noToken(id, which) } : { ok: true, text };
}
