import { contains, type Range } from '../../../base/text/text.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { collectionNames, type Placed, type Reach } from './collectionNames.ts';
import { occurrencesIn, type Occurrence } from './occurrences.ts';
import { blockAt } from './placeholders.ts';

export interface Place {
  /** Absolute path. */
  readonly file: string;
  readonly range: Range;
}

/**
 * A variable or a request with all its occurrences in the collection.
 *
 * Variables are looked up by name in layers that hide each other. Definitions of one name in files that see each other are
 * therefore one variable, such as `host` in `collection.req`, in an environment and in a file. If two files define a name and
 * no shared file does, these are two variables. A request is visible in its file, and its last exchange in the whole collection.
 */
export interface NamedSymbol {
  readonly kind: Occurrence['kind'];
  readonly name: string;
  readonly at: Occurrence;
  readonly reach: Reach;
  /** Sorted by file, then by offset. */
  readonly occurrences: readonly Placed[];
}

/**
 * The variable or request whose name is at an offset of the file.
 * @param around 'placeholder': also matches the rest of the placeholder that begins with the name
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
