import { closest } from '../../../base/text/closest.ts';
import type { Range } from '../../../base/text/text.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { sharedKind } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { isRequest, type DocumentTree } from '../../syntax/nodes.ts';
import { derivedCircles } from './derivedCircles.ts';
import { refCircles } from './refCircles.ts';
import { indexOf, namedElsewhere } from '../../semantics/request/requestIndex.ts';
import { refsOf } from '../navigation/derivedRefs.ts';
import { blocksWithRefs, ownRefs } from '../navigation/refs.ts';
import { listRequests, type RequestSummary } from '../structure/requests.ts';

/** Reports `@ref`s to unknown requests, to several requests of other files, and circular ones. */
export function* refs(view: FileView): Generator<Diagnostic> {
  const { tree, file } = view;
  // The `@ref`s of a shared file are resolved in each file that it applies to.
  if (sharedKind(file) !== undefined) return;
  const { requests, byName } = indexOf(tree, file);
  const isOwn = (name: string): boolean => byName.has(name);
  const others = blocksWithRefs(tree).filter((block) => !isRequest(block));
  for (const ref of others.flatMap((block) => ownRefs(block))) if (!isOwn(ref.name)) yield* notOwn(view, ref.name, ref.directive.argument);
  for (const { refs: own } of requests) for (const ref of own) if (!isOwn(ref.name)) yield* notOwn(view, ref.name, ref.argument);
  const first = tree.blocks.find(isRequest);
  if (first === undefined) return;
  const own = new Set(others.flatMap((b) => b.directives));
  for (const ref of refsOf(view.contextOf(first)))
    if (ref.shared && ref.derived !== true && !own.has(ref.directive) && !isOwn(ref.name)) yield* notOwn(view, ref.name, undefined);
  yield* refCircles(view);
  yield* derivedCircles(view);
}

/** Reports a name that no request of the file has, unless exactly one other file has it. */
function* notOwn({ tree, file, index, display }: FileView, name: string, at: Range | undefined): Generator<Diagnostic> {
  const found = namedElsewhere(index, file, name);
  if (found.length === 1) return;
  if (found.length > 1) {
    const where = found.map((f) => display(f.file)).join(', ');
    yield diagnostic('unknown-ref', 'error', at ?? firstTarget(tree), `Several files have a request named ${name}: ${where}`);
    return;
  }
  const suggestion = closest(name, namesKnown(tree, index));
  const advice = suggestion === undefined ? `. Name one with \`# @name ${name}\`` : `: did you mean ${suggestion}?`;
  const subject = at === undefined ? `A shared file has @ref ${name}, but the collection` : 'The collection';
  yield diagnostic(
    'unknown-ref',
    'error',
    at ?? firstTarget(tree),
    `${subject} has no request named ${name}${advice}`,
    at === undefined || suggestion === undefined ? {} : { suggestion },
  );
}

/** Request names of the collection, those of the file first. */
function* namesKnown(tree: DocumentTree, index: FileView['index']): Generator<string> {
  for (const { name } of listRequests(tree)) if (name !== '') yield name;
  yield* index.names();
}

const firstTarget = (tree: DocumentTree): Range => (listRequests(tree)[0] as RequestSummary).block.requestLine.target;
