import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { notFound } from '../../semantics/problems.ts';
import { lookAt, placeholdersOf } from '../placeholders.ts';
import { namesSetBefore, setterPlace } from '../requests.ts';
import type { BlockInput } from './rules.ts';

/** Placeholders without a value, and such whose definition stands below. */
export function* unresolved({ view, block, look }: BlockInput): Generator<Diagnostic> {
  const { tree } = view;
  let setBefore: ReadonlySet<string> | undefined;
  for (const found of placeholdersOf(tree, block)) {
    const looking = look();
    const { before } = found;
    const { expression, range } = found.placeholder;
    const root = expression.kind === 'path' ? String(expression.segments[0]?.key) : '';
    const result = lookAt(found, looking);
    if (result.ok) {
      const winner = root === '' ? undefined : looking.scope.find(root, before);
      if (winner?.below === true)
        yield diagnostic(
          'defined-below',
          'hint',
          range,
          `${root} is defined below this request, at line ${winner.origin.line}: it counts all the same, yet reads better above.`,
        );
      continue;
    }
    const { problem } = result;
    if (looking.keepUndefined && notFound.has(problem.id)) continue;
    // Every send sets it anew before it is looked at.
    if (notFound.has(problem.id) && (setBefore ??= namesSetBefore(tree, block)).has(root)) continue;
    const setter = view.setters.find(root);
    if (setter !== undefined && problem.id === 'undefined-variable') {
      yield diagnostic(
        'undefined-until-sent',
        'information',
        range,
        `${root} is not known until the script of ${setter.request} (${setterPlace(setter, view)}) has set it.`,
      );
    } else if (problem.untilSent === true) yield diagnostic(problem.id, 'information', range, `${problem.message}.`);
    else if (setter !== undefined && notFound.has(problem.id))
      yield diagnostic(
        problem.id,
        'information',
        range,
        `${problem.message}; the script of ${setter.request} (${setterPlace(setter, view)}) sets ${root} anew.`,
      );
    else yield diagnostic(problem.id, 'error', range, problem.message);
  }
}
