import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { indexOf, namedElsewhere, type IndexedRequest, type WrittenRef } from '../../semantics/request/requestIndex.ts';

/** A request on the current path, and the index of its next `@ref`. */
interface Step {
  readonly request: IndexedRequest;
  next: number;
}

/** Reports each cycle of `@ref`s with a request of the file once, at the last `@ref` in this file. */
export function* refCircles(view: FileView): Generator<Diagnostic> {
  const find = finder(view);
  const done = new Set<IndexedRequest>();
  for (const request of indexOf(view.tree, view.file).requests) {
    // Iterative, because a chain may be as long as the file.
    const chain: Step[] = [];
    const indexes = new Map<IndexedRequest, number>();
    const enter = (r: IndexedRequest): void => {
      indexes.set(r, chain.length);
      chain.push({ request: r, next: 0 });
    };
    if (!done.has(request)) enter(request);
    for (let top = chain.at(-1); top !== undefined; top = chain.at(-1)) {
      const ref = top.request.refs[top.next++];
      if (ref === undefined) {
        chain.pop();
        indexes.delete(top.request);
        done.add(top.request);
        continue;
      }
      const needed = find(top.request, ref.name);
      const at = needed === undefined ? undefined : indexes.get(needed);
      if (needed === undefined || (at === undefined && done.has(needed))) continue;
      if (at === undefined) enter(needed);
      else yield* cycle(view, chain.slice(at));
    }
  }
}

/** Resolves a `@ref` as a send does: a request of its own file, else the only one of another file. */
function finder({ file: own, tree, index }: FileView): (from: IndexedRequest, name: string) => IndexedRequest | undefined {
  const here = indexOf(tree, own).byName;
  const elsewhere = new Map<string, IndexedRequest | undefined>();
  return ({ file }, name) => {
    const near = file === own ? here.get(name) : index.find(name).find((r) => r.file === file);
    if (near !== undefined) return near;
    const key = `${file}\0${name}`;
    if (!elsewhere.has(key)) {
      const found = namedElsewhere(index, file, name);
      const only = found.length === 1 ? found[0] : undefined;
      // The index may have an older version of the view's own file.
      elsewhere.set(key, only?.file === own ? here.get(name) : only);
    }
    return elsewhere.get(key);
  };
}

/** Reports a cycle at the step that closes it; nothing if no request of this file is in it. */
function* cycle({ file, display }: FileView, steps: readonly Step[]): Generator<Diagnostic> {
  const refOf = ({ request, next }: Step): WrittenRef => request.refs[next - 1] as WrittenRef;
  const isHere = ({ request }: Step): boolean => request.file === file;
  const reported = steps.findLast(isHere);
  if (reported === undefined) return;
  const names = steps.map((s) => (isHere(s) ? s.request.title : `${s.request.title} (${display(s.request.file)})`));
  const related = steps
    .filter((s) => !isHere(s))
    .slice(0, 12)
    .map((s) => ({
      file: s.request.file,
      range: refOf(s).range,
      message: `${s.request.title} needs ${refOf(s).name}.`,
    }));
  const message = `The request depends on itself: ${chainText([...names, names[0] as string])}. Remove one @ref.`;
  yield diagnostic('ref-cycle', 'error', refOf(reported).argument, message, related.length === 0 ? {} : { related });
}

const chainText = (names: readonly string[]): string =>
  (names.length > 12 ? [...names.slice(0, 6), '…', ...names.slice(-5)] : names).join(' → ');
