import { diagnostic, type Diagnostic } from '../diagnostic.ts';
import type { Block, DocumentTree } from '../syntax/nodes.ts';
import type { Looking } from '../semantics/lookOnly.ts';
import { notFound } from '../semantics/problems.ts';
import { templatesOf } from '../semantics/requestSource.ts';
import { brokenJsonBody } from './jsonBody.ts';
import { lookAt, placeholdersOf } from './placeholders.ts';
import { namesSetBefore, type ScriptSetter } from './requests.ts';

/** What is known to be wrong with a file before anything is sent: its syntax, then its placeholders. */
export function diagnostics(tree: DocumentTree, look: (block: Block) => Looking, setters: readonly ScriptSetter[]): readonly Diagnostic[] {
  const setByScript = new Map(setters.map((s) => [s.name, s]));
  const found: Diagnostic[] = [...tree.diagnostics];
  for (const block of tree.blocks) {
    for (const { text } of templatesOf(tree, block)) {
      for (const range of text.template.notPlaceholders) {
        found.push(
          diagnostic(
            'not-a-placeholder',
            'information',
            range,
            'This is not a placeholder, it is sent as it stands. A placeholder is `{{name}}`, `{{name.path[0]}}` or `{{$dynamic}}`; `\\{{` says that text is meant.',
          ),
        );
      }
    }
    let looking: Looking | undefined;
    const lookOnce = (): Looking => (looking ??= look(block));
    found.push(...ofPlaceholders(tree, block, lookOnce, setByScript), ...brokenJsonBody(tree, block, lookOnce));
  }
  return found;
}

function* ofPlaceholders(
  tree: DocumentTree,
  block: Block,
  look: () => Looking,
  setters: ReadonlyMap<string, ScriptSetter>,
): Generator<Diagnostic> {
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
    const setter = setters.get(root);
    if (setter !== undefined && problem.id === 'undefined-variable') {
      yield diagnostic(
        'undefined-until-sent',
        'information',
        range,
        `${root} is not known until the script of ${setter.request} (line ${setter.line}) has set it.`,
      );
    } else if (problem.untilSent === true) yield diagnostic(problem.id, 'information', range, `${problem.message}.`);
    else if (setter !== undefined && notFound.has(problem.id))
      yield diagnostic(
        problem.id,
        'information',
        range,
        `${problem.message}; the script of ${setter.request} (line ${setter.line}) sets ${root} anew.`,
      );
    else yield diagnostic(problem.id, 'error', range, problem.message);
  }
}
