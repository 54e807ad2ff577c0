import type { Range } from '../../base/text.ts';
import type { FileView } from '../workspace/fileView.ts';
import { placeOf, symbolAt, type Place } from './namedSymbol.ts';

/** Every place of the collection that names what stands at an offset: by file, then by place. */
export function references(
  view: FileView,
  offset: number,
  { includeDeclaration }: { readonly includeDeclaration: boolean },
): readonly Place[] {
  const all = symbolAt(view, offset)?.occurrences ?? [];
  return all.filter((p) => includeDeclaration || p.at.role === 'reference').map(placeOf);
}

/** A place of the same name in the same file; `write`: it is defined there. */
export interface Highlight {
  readonly range: Range;
  readonly kind: 'read' | 'write';
}

/** Every place of the file that names what stands at an offset. */
export function highlights(view: FileView, offset: number): readonly Highlight[] {
  const own = symbolAt(view, offset)?.occurrences.filter((p) => p.file === view.file) ?? [];
  return own.map(({ at }) => ({ range: at.range, kind: at.role === 'definition' ? 'write' : 'read' }));
}
