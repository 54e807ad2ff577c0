import { isSetWhenSent } from './occurrences.ts';
import { contains, type Range } from '../../../base/text/text.ts';
import type { Variable } from '../../semantics/variables/variables.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { mentionedFile } from '../../workspace/mentionedFile.ts';
import { folderOf } from '../../workspace/workspacePaths.ts';
import type { Placed } from './collectionNames.ts';
import { fileMentions } from '../../semantics/request/fileMentions.ts';
import { linesOf } from '../../workspace/linesOf.ts';
import { placeOf, symbolAt, type NamedSymbol, type Place } from './namedSymbol.ts';
import { blockAt } from './placeholders.ts';

export interface Definition {
  readonly from: Range;
  /** The effective definition first, then those that it hides. */
  readonly places: readonly Place[];
}

/**
 * Definitions of the name at an offset: a variable in each layer, a request, or the file of a path. A definition resolves to
 * itself.
 */
export function definition(view: FileView, offset: number): Definition | undefined {
  const block = blockAt(view.tree, offset);
  const mention = fileMentions(block).find((m) => contains(m.path, offset));
  if (mention !== undefined && !mention.path.text.includes('{{')) {
    const { file, kind } = mentionedFile(mention, folderOf(view.file), view.pathKind);
    return kind === 'file' ? { from: mention.path, places: [{ file, range: { start: 0, end: 0 } }] } : undefined;
  }
  const symbol = symbolAt(view, offset, 'placeholder');
  if (symbol === undefined) return undefined;
  const from = symbol.at.range;
  if (symbol.at.role === 'definition') return { from, places: [{ file: view.file, range: from }] };
  const found = symbol.kind === 'variable' ? ofVariable(view, offset, symbol) : ofRequest(view, symbol);
  return found.length === 0 ? undefined : { from, places: found.map(placeOf) };
}

const definitionsOf = ({ occurrences }: NamedSymbol): readonly Placed[] => occurrences.filter((p) => p.at.role === 'definition');

function ofVariable(view: FileView, offset: number, symbol: NamedSymbol): readonly Placed[] {
  const all = definitionsOf(symbol);
  const { scope } = view.look(blockAt(view.tree, offset));
  const visible = scope.findAll(symbol.name, symbol.at.before).flatMap((v) => all.find((p) => isThere(view, p, v)) ?? []);
  const sets = all.filter((p) => isSetWhenSent(p.at.form) || (p.at.form === 'prompt' && p.file === view.file));
  const found = [...new Set([...visible, ...sets])];
  // It may be defined in an environment that is not selected.
  return found.length > 0 ? found : all;
}

function isThere(view: FileView, { file, at }: Placed, { origin }: Variable): boolean {
  if (file !== origin.file || at.environment !== origin.environment) return false;
  return (linesOf(view, file)?.positionAt(at.range.start).line ?? -1) + 1 === origin.line;
}

/** Requests of the same file, else those of other files; requests with a matching `@name` come first. */
function ofRequest(view: FileView, symbol: NamedSymbol): readonly Placed[] {
  const all = definitionsOf(symbol).toSorted((a, b) => Number(b.at.form === 'name') - Number(a.at.form === 'name'));
  const own = all.filter((p) => p.file === view.file);
  return own.length > 0 ? own : all;
}
