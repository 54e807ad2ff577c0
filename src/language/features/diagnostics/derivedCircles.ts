import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { refsOf, starOf } from '../navigation/derivedRefs.ts';
import { requestNamed } from '../navigation/refs.ts';
import { listRequests, type RequestSummary } from '../structure/requests.ts';

/** Reports requests of the file that depend on each other by `# @ref *`, each cycle once. */
export function* derivedCircles(view: FileView): Generator<Diagnostic> {
  const done = new Set<number>();
  const derives = listRequests(view.tree).some((r) => starOf(view.contextOf(r.block)) !== undefined);
  for (const first of derives ? listRequests(view.tree) : []) {
    const chain: { readonly request: RequestSummary; readonly needs: readonly Needed[]; next: number }[] = [];
    const enter = (request: RequestSummary): void => void chain.push({ request, needs: needsOf(view, request), next: 0 });
    if (!done.has(first.index)) enter(first);
    for (let top = chain.at(-1); top !== undefined; top = chain.at(-1)) {
      const needed = top.needs[top.next++];
      if (needed === undefined) {
        done.add(top.request.index);
        chain.pop();
        continue;
      }
      const at = chain.findIndex((step) => step.request.index === needed.request.index);
      if (at >= 0) {
        const circle = chain.slice(at);
        // Circles of written `@ref`s alone have their own problem.
        if (circle.some((step) => step.needs[step.next - 1]?.derived === true)) yield circleProblem(circle.map((step) => step.request));
      } else if (!done.has(needed.request.index)) enter(needed.request);
    }
  }
}

interface Needed {
  readonly request: RequestSummary;
  readonly derived: boolean;
}

const needsOf = (view: FileView, { block }: RequestSummary): readonly Needed[] =>
  refsOf(view.contextOf(block)).flatMap(({ name, shared, derived = false }) => {
    const request = shared ? undefined : requestNamed(view, name);
    return request === undefined ? [] : [{ request, derived }];
  });

function circleProblem(circle: readonly RequestSummary[]): Diagnostic {
  const last = circle.at(-1) as RequestSummary;
  const names = [...circle, circle[0] as RequestSummary].map((r) => r.name);
  const shown = names.length > 12 ? [...names.slice(0, 6), '…', ...names.slice(-5)] : names;
  return diagnostic(
    'ref-cycle',
    'error',
    last.block.requestLine.target,
    `The request depends on itself: ${shown.join(' → ')}. Remove one of the placeholders, or give it a value from elsewhere.`,
  );
}
