import { contains, type Range } from '../../../base/text.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { collectionNames, type Placed, type Reach } from './collectionNames.ts';
import { occurrencesIn, type Occurrence } from './occurrences.ts';
import { blockAt } from './placeholders.ts';

/** A place in a file. */
export interface Place {
  /** Absolute path. */
  readonly file: string;
  readonly range: Range;
}

/**
 * A variable or a request as people think of it: every place of the collection that names it.
 *
 * A variable is looked up by name through layers that hide each other, so that definitions of one name in files that see each
 * other are one variable: `host` of `collection.req`, of an environment and of a file. Two files that each define a name, and
 * nothing above them does, have two variables. A request is known in its file, and by its answer in the collection.
 */
export interface NamedSymbol {
  readonly kind: Occurrence['kind'];
  readonly name: string;
  /** The place that was asked for. */
  readonly at: Occurrence;
  readonly reach: Reach;
  /** Sorted by file, then by place. */
  readonly occurrences: readonly Placed[];
}

/**
 * The variable or request whose name stands at an offset of the file.
 * @param around 'placeholder': also where the rest of a placeholder stands that the name begins
 */
export function symbolAt(view: FileView, offset: number, around: 'name' | 'placeholder' = 'name'): NamedSymbol | undefined {
  const names = collectionNames(view);
  const { file, tree } = view;
  const rangeOf = (o: Occurrence): Range => (around === 'placeholder' ? (o.path?.range ?? o.range) : o.range);
  const at = occurrencesIn(tree, blockAt(tree, offset)).find((o) => contains(rangeOf(o), offset) && names.counts({ file, at: o }));
  if (at === undefined) return undefined;
  const { reach, occurrences } = names.symbolOf({ file, at });
  return { kind: at.kind, name: at.name, at, reach, occurrences };
}

export const placeOf = ({ file, at }: Placed): Place => ({ file, range: at.range });
