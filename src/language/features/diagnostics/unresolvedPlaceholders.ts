import { createMask } from '../../../base/masks/mask.ts';
import { diagnostic, type Diagnostic, type Severity } from '../../diagnostic.ts';
import { notFound, notSentYet, undefinedVariable, type Problem } from '../../semantics/variables/placeholderProblems.ts';
import type { Scope } from '../../semantics/variables/scope.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { asksOtherFile } from '../navigation/asksOtherFile.ts';
import { lookAt, placeholdersOf, variableAt } from '../navigation/placeholders.ts';
import { namesSetBefore } from '../../semantics/variables/mentions/scriptSetters.ts';
import { setterPlace } from '../structure/requests.ts';
import type { BlockInput } from './rules.ts';

/** Reports placeholders without a value, and those whose definition is below them. */
export function* unresolved({ view, block, look }: BlockInput): Generator<Diagnostic> {
  let setBefore: ReadonlySet<string> | undefined;
  for (const found of placeholdersOf(view.tree, block)) {
    const looking = look();
    const { expression, range } = found.placeholder;
    const root = expression.kind === 'path' ? String(expression.segments[0]?.key) : '';
    if (found.before === undefined && looking.plainKind(found.placeholder) !== undefined) continue;
    const result = lookAt(found, looking);
    if (result.ok) {
      const variable = variableAt(found, looking);
      if (variable?.below === true)
        yield diagnostic(
          'defined-below',
          'hint',
          range,
          `${variable.name} is defined below this request, at line ${variable.origin.line}. It applies all the same, but reads better above.`,
        );
      continue;
    }
    const { problem } = result;
    if (looking.keepUndefined && notFound.has(problem.id)) continue;
    // A pre-request script sets it at each send.
    if (notFound.has(problem.id) && (setBefore ??= namesSetBefore(view.contextOf(block))).has(root)) continue;
    const isUndefined = notFound.has(problem.id) && problem.untilSent !== true;
    const isElsewhere = isUndefined && problem.missing === root && asksOtherFile(view, found.placeholder);
    const { id, severity, message, suggestion, needs } = reportOf(isElsewhere ? notSentYet(root) : problem, root, view, looking.scope);
    yield diagnostic(id, severity, range, createMask(looking.evaluation.secrets())(message), {
      ...(suggestion === undefined ? {} : { suggestion }),
      ...(needs === undefined ? {} : { needs }),
    });
  }
}

interface Report extends Omit<Problem, 'id'> {
  readonly id: Diagnostic['id'];
  readonly severity: Severity;
  readonly needs?: readonly string[];
}

/** The diagnostic of a problem before sending. A value that a script or a response provides is not an error until then. */
function reportOf(problem: Problem, root: string, view: FileView, scope: Scope): Report {
  const { id, message, missing } = problem;
  if (problem.untilSent === true) return { ...problem, severity: 'hint', message: `${message}.`, needs: [missing ?? root] };
  if (problem.inAnswer === true)
    return { ...problem, severity: 'warning', message: `${message} (in the last response; the next may differ)` };
  if (!notFound.has(id)) return { ...problem, severity: 'error' };
  const setter = view.setters.find(missing ?? root);
  if (setter !== undefined) {
    const script = `${setter.by === 'capture' ? 'the request' : 'the script of'} ${setter.request} (${setterPlace(setter, view)})`;
    return missing === undefined
      ? { ...problem, severity: 'information', message: `${message}; ${script} sets ${root} again.` }
      : { id: 'undefined-until-sent', severity: 'hint', message: `${missing} is not known until ${script} has set it.`, needs: [missing] };
  }
  if (id === 'undefined-variable' && !view.trusted)
    return { ...problem, severity: 'information', message: `${message} Environments are not read until this workspace is trusted.` };
  // The name may be a misspelled one that only scripts set.
  const meant =
    missing === root && problem.suggestion === undefined && problem.isBelow !== true
      ? undefinedVariable(root, view.setters.names(), scope.elsewhere(root))
      : problem;
  return { ...problem, ...meant, severity: 'error' };
}
