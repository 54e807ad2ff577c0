import type { PathExpression } from './evaluation.ts';
import type { Scope } from './scope.ts';
import type { LayerKind, Variable } from './variables.ts';

/** The variable that a path refers to. `steps` is the index of the first segment that leads into its value. */
export function lookUp(
  scope: Scope,
  { segments, dotted }: PathExpression,
  before?: number,
  owner?: Variable,
): { readonly variable: Variable; readonly steps: number } | undefined {
  const root = String(segments[0]?.key);
  if (root.startsWith('$')) return undefined;
  const whole = dotted === undefined ? undefined : visible(scope, dotted, before, owner);
  if (whole !== undefined) return { variable: whole, steps: segments.length };
  const variable = visible(scope, root, before, owner);
  return variable === undefined ? undefined : { variable, steps: 1 };
}

/** The layers that have precedence over a file's own definitions. */
const aboveFile: ReadonlySet<LayerKind> = new Set(['prompt', 'data', 'script', 'option']);

/** A definition that names itself refers to the one that it shadows. */
function visible(scope: Scope, name: string, before?: number, owner?: Variable): Variable | undefined {
  if (owner?.name !== name) return scope.find(name, before);
  const all = scope.findAll(name, before);
  if (owner.position !== undefined) return all.find((v) => v !== owner && !aboveFile.has(v.origin.layer));
  return all[all.indexOf(owner) + 1];
}
