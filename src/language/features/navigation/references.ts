import { isSetWhenSent } from './occurrences.ts';
import type { Range } from '../../../base/text/text.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { collectionNames } from './collectionNames.ts';
import { placeOf, symbolAt, type Place } from './namedSymbol.ts';

/** Occurrences in the collection of the name at an offset, sorted by file, then by offset. */
export function references(
  view: FileView,
  offset: number,
  { includeDeclaration }: { readonly includeDeclaration: boolean },
): readonly Place[] {
  const all = symbolAt(view, offset)?.occurrences ?? [];
  return all.filter((p) => includeDeclaration || p.at.role === 'reference').map(placeOf);
}

/** Occurrences in the collection of a variable that a file defines or a script sets. */
export function referencesOfVariable(view: FileView, name: string, file: string | undefined): readonly Place[] {
  const names = collectionNames(view);
  const all = names.everything(name).filter((p) => p.at.kind === 'variable' && names.counts(p));
  const definitions = all.filter((p) => p.at.role === 'definition');
  const own = definitions.find((p) => p.file === file) ?? definitions.find((p) => isSetWhenSent(p.at.form)) ?? all[0];
  return own === undefined ? [] : names.symbolOf(own).occurrences.map(placeOf);
}

/** An occurrence in the same file; `write` for a definition. */
export interface Highlight {
  readonly range: Range;
  readonly kind: 'read' | 'write';
}

export function highlights(view: FileView, offset: number): readonly Highlight[] {
  const own = symbolAt(view, offset)?.occurrences.filter((p) => p.file === view.file) ?? [];
  return own.map(({ at }) => ({ range: at.range, kind: at.role === 'definition' ? 'write' : 'read' }));
}
