import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { namedElsewhere, ownRefs, requestNamed, type NamedRequest, type Ref } from '../navigation/refs.ts';
import { listRequests, type RequestSummary } from '../structure/requests.ts';

/** A request on the current path, and the index of its next `@ref`. */
interface Step extends NamedRequest {
  readonly refs: readonly Ref[];
  next: number;
}

/** Reports each circular chain of `@ref`s with a request of the file once, at the last `@ref` in this file. */
export function* refCircles(view: FileView): Generator<Diagnostic> {
  const find = finder(view);
  const own = { file: view.file, tree: view.tree };
  const done = new Set<RequestSummary>();
  for (const request of listRequests(view.tree)) {
    // Iterative, because a chain may be as long as the file.
    const chain: Step[] = [];
    const indexes = new Map<RequestSummary, number>();
    const enter = (r: NamedRequest): void => {
      indexes.set(r.request, chain.length);
      chain.push({ ...r, refs: ownRefs(r.request.block), next: 0 });
    };
    if (!done.has(request)) enter({ file: own, request });
    for (let top = chain.at(-1); top !== undefined; top = chain.at(-1)) {
      const ref = top.refs[top.next++];
      if (ref === undefined) {
        chain.pop();
        indexes.delete(top.request);
        done.add(top.request);
        continue;
      }
      const needed = find(top, ref.name);
      const at = needed === undefined ? undefined : indexes.get(needed.request);
      if (needed === undefined || (at === undefined && done.has(needed.request))) continue;
      if (at === undefined) enter(needed);
      else yield* circle(view, chain.slice(at));
    }
  }
}

/** Resolves a `@ref` as a send does: a request of its own file, else the only one of another file. */
function finder({ files }: FileView): (from: NamedRequest, name: string) => NamedRequest | undefined {
  const elsewhere = new Map<string, NamedRequest | undefined>();
  return ({ file }, name) => {
    const near = requestNamed(file.tree, name);
    if (near !== undefined) return { file, request: near };
    const key = `${file.file}\0${name}`;
    if (!elsewhere.has(key)) {
      const found = namedElsewhere(files, file.file, name);
      elsewhere.set(key, found.length === 1 ? found[0] : undefined);
    }
    return elsewhere.get(key);
  };
}

/** Reports a circular chain, whose last step closes it; nothing if no request of this file is in it. */
function* circle({ file, display }: FileView, steps: readonly Step[]): Generator<Diagnostic> {
  const refOf = ({ refs, next }: Step): Ref => refs[next - 1] as Ref;
  const isHere = (step: Step): boolean => step.file.file === file;
  const reported = steps.findLast(isHere);
  if (reported === undefined) return;
  const { argument, name } = refOf(reported).directive;
  const names = steps.map((s) => (isHere(s) ? s.request.title : `${s.request.title} (${display(s.file.file)})`));
  const related = steps
    .filter((s) => !isHere(s))
    .slice(0, 12)
    .map((s) => ({
      file: s.file.file,
      range: refOf(s).directive.range,
      message: `${s.request.title} needs ${refOf(s).name}.`,
    }));
  const message = `These requests need each other in a circle: ${chainText([...names, names[0] as string])}. Take one @ref out.`;
  yield diagnostic('ref-cycle', 'error', argument ?? name, message, related.length === 0 ? {} : { related });
}

/** Formats a chain; a long one by its ends. */
const chainText = (names: readonly string[]): string =>
  (names.length > 12 ? [...names.slice(0, 6), '…', ...names.slice(-5)] : names).join(' → ');
