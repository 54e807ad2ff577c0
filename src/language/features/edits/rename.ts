import type { FileEdits, TextEdit } from '../../edit.ts';
import { readName, readPath } from '../../syntax/path.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { Range } from '../../../base/text/text.ts';
import { collectionNames, overlap, type CollectionNames, type Placed } from '../navigation/collectionNames.ts';
import { isSetWhenSent, type NamedPath } from '../navigation/occurrences.ts';
import { linesOf } from '../../workspace/linesOf.ts';
import { symbolAt, type NamedSymbol } from '../navigation/namedSymbol.ts';

export interface Refusal {
  readonly refused: string;
}

export type RenameStart = { readonly name: string; readonly range: Range } | Refusal;

/** Edits sorted by file, and environment files that were not read and may contain the name. */
export type RenameResult = { readonly files: readonly FileEdits[]; readonly unread: readonly string[] } | Refusal;

const nothingHere = 'Only variables and the names of requests can be renamed.';

/** The symbol that a rename at an offset would change, before the user enters a new name. */
export function prepareRename(view: FileView, offset: number): RenameStart {
  const symbol = symbolAt(view, offset);
  if (symbol === undefined) return { refused: nothingHere };
  const refused = whyNot(view, symbol);
  return refused === undefined ? { name: symbol.name, range: symbol.at.range } : { refused };
}

/**
 * Renames the symbol at an offset in every file of the collection; each request keeps its meaning. Fails if the meaning is ambiguous.
 * Script files, body files and names computed in scripts are not searched. Environment files are not read in an untrusted workspace; the
 * result lists them in `unread`, so that the caller can ask the user.
 */
export function rename(view: FileView, offset: number, newName: string): RenameResult {
  const symbol = symbolAt(view, offset);
  return symbol === undefined ? { refused: nothingHere } : renameSymbol(view, symbol, newName);
}

/** Like `rename`, for a symbol of the collection that may be in another file. */
export function renameSymbol(view: FileView, symbol: NamedSymbol, newName: string): RenameResult {
  if (newName === symbol.name) return { files: [], unread: [] };
  const refused = whyNot(view, symbol) ?? whyNotSo(symbol, newName) ?? collision(view, symbol, newName);
  if (refused !== undefined) return { refused };
  const files = new Map<string, TextEdit[]>();
  for (const { file, at } of symbol.occurrences) {
    const edits = files.get(file) ?? [];
    files.set(file, edits);
    edits.push({ range: at.range, newText: newName });
  }
  return { files: [...files].map(([file, edits]) => ({ file, edits })), unread: view.unreadEnvironmentFiles };
}

/** A position for messages, such as `a.req:3`. */
function shown(view: FileView, { file, at }: Placed): string {
  return `${view.display(file)}:${(linesOf(view, file)?.positionAt(at.range.start).line ?? 0) + 1}`;
}

/** Why a symbol cannot be renamed to any name. */
function whyNot(view: FileView, symbol: NamedSymbol): string | undefined {
  const { kind, name, occurrences } = symbol;
  const isDefined = occurrences.some((p) => p.at.role === 'definition');
  const escaped = occurrences.find((p) => p.at.escaped === true);
  if (escaped !== undefined) return `${name} is written with escapes in ${shown(view, escaped)}: write it without them first.`;
  if (kind === 'request') return isDefined ? ambiguity(view, symbol) : `No request of this collection is called ${name}.`;
  const stored = view.contextOf(blockOf(view)).variables.find(name);
  if (stored !== undefined && !occurrences.some((p) => isSetWhenSent(p.at.form)))
    return `${name} was set by a script that is no longer in a file of this collection, or by a script file. Clear the variable, or rename it in that script and at each use.`;
  if (!isDefined && view.unreadEnvironmentFiles.length > 0)
    return `${name} is defined in no .req file of this collection, and its environment files are not read until this workspace is trusted.`;
  if (!isDefined) return `${name} is defined in no file of this collection.`;
  return ambiguity(view, symbol);
}

const blockOf = (view: FileView): FileView['tree']['blocks'][number] => view.tree.blocks[0] as FileView['tree']['blocks'][number];

/** Reports a placeholder whose symbol depends on the environment or on scripts. */
function ambiguity(view: FileView, { name, reach }: NamedSymbol): string | undefined {
  const names = collectionNames(view);
  for (const placed of names.everything(name)) {
    if (placed.at.path === undefined || !overlap(names.reachOf(placed), reach)) continue;
    const meanings = meaningsOf(names, placed, placed.at.path);
    if (meanings.length > 1)
      return `${shown(view, placed)} may mean ${meanings.join(' or ')}, depending on the selected environment and on scripts. Rename one of them by hand first.`;
  }
  return undefined;
}

/** The possible symbols of a placeholder, in order of precedence, up to the first certain one. */
function meaningsOf(names: CollectionNames, placed: Placed, { root, dotted, side }: NamedPath): readonly string[] {
  const meanings: string[] = [];
  for (const variable of [dotted, root]) {
    const defined = variable === undefined ? 'no' : names.isDefined(variable, placed);
    // The definition's own name always has a meaning: a circular reference.
    if (defined !== 'no' || (variable === root && root === placed.at.owner)) meanings.push(`the variable ${variable}`);
    if (defined === 'certainly') return meanings;
  }
  if (side !== undefined && names.isRequest(root)) meanings.push(`the request ${root}`);
  else if (dotted !== undefined && dotted === placed.at.owner && names.isDefined(dotted, placed) === 'no')
    meanings.push(`the variable ${dotted}`);
  return meanings;
}

/** Why the new name is not valid. */
function whyNotSo({ kind, occurrences }: NamedSymbol, name: string): string | undefined {
  const inBraces = occurrences.filter((p) => p.at.path !== undefined);
  if (kind === 'request') {
    if (name.trim() === '' || name !== name.trim() || /[\r\n]/.test(name))
      return 'The name of a request must be one line, without spaces around it.';
    if (/^[#=]/.test(name)) return `The name of a request cannot begin with ${name.charAt(0)}.`;
    if (inBraces.length > 0 && (readName(name, 0) !== name || name.startsWith('$')))
      return 'Placeholders read the response to this request, so its name may contain only letters, digits, _ and -, and cannot begin with a digit.';
    const inScripts = occurrences.some((p) => p.at.form === 'script-send');
    return inScripts && /["'`\\$]/.test(name) ? 'Scripts send this request: its name cannot hold quotes, backslashes or $.' : undefined;
  }
  const path = readPath(name, 0, name.length);
  const isOne = path !== undefined && path.end === name.length && (path.segments.length === 1 || path.dotted === name);
  if (!isOne || name.startsWith('$'))
    return 'The name of a variable may contain only letters, digits, _ and -, with dots between them, and cannot begin with a digit.';
  if (name.length > 256) return 'The name of a variable has 256 characters at most.';
  if (path.segments.length > 1 && occurrences.some((p) => p.at.form === 'placeholder' && (p.at.path?.length ?? 0) > 1))
    return 'Placeholders reach into this variable: a name with dots would be read as a path there.';
  return undefined;
}

function collision(view: FileView, { kind, occurrences, reach }: NamedSymbol, newName: string): string | undefined {
  const names = collectionNames(view);
  const taken = (name: string, of: (p: Placed) => boolean): string | undefined => {
    const found = names.everything(name).find((p) => of(p) && overlap(names.reachOf(p), reach));
    return found === undefined ? undefined : `${name} is already used in ${shown(view, found)}. Choose another name.`;
  };
  const inBraces = occurrences.filter((p) => p.at.path !== undefined);
  if (kind === 'variable' || inBraces.length > 0) {
    if (view.contextOf(blockOf(view)).variables.find(newName) !== undefined)
      return `A script has already set the variable ${newName}. Choose another name, or clear that variable.`;
  }
  const same = taken(newName, (p) => p.at.kind === kind || (kind === 'request' && inBraces.length > 0));
  if (same !== undefined) return same;
  for (const { at } of inBraces) {
    const dotted = at.path?.dotted;
    if (dotted === undefined || at.form === 'dotted') continue;
    const other = taken(newName + dotted.slice(at.name.length), (p) => p.at.kind === 'variable' && p.at.role === 'definition');
    if (other !== undefined) return other;
  }
  return undefined;
}
