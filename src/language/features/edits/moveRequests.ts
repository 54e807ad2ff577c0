import { lineBreakOf } from '../../../base/text/text.ts';
import { applyEdits, type FileEdits, type TextEdit } from '../../edit.ts';
import { isRequest, nameOf, type Block, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { parse } from '../../syntax/parser.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { collectionNames, type Placed } from '../navigation/collectionNames.ts';
import { occurrencesIn } from '../navigation/occurrences.ts';
import { sentBy } from '../refactor/sameRequests.ts';
import { listRequests, requestOf } from '../structure/requests.ts';
import { pathEdits } from './movedPaths.ts';
import { newNameFor, referencesTo, type NewName } from './movedName.ts';
import { insertPieces, pieceOf, pieceText, removePieces, type RequestPiece } from './requestPiece.ts';

/** Requests of one file and their new place. */
export interface Moving {
  readonly from: FileView;
  /** Requests of `from`, in any order. */
  readonly blocks: readonly RequestBlock[];
  /** The view of the target file; `from` itself to reorder. */
  readonly to: FileView;
  /** The request of `to` before which they are inserted; undefined for the end of the file. */
  readonly before: RequestBlock | undefined;
}

/** Side effects of a move. */
export interface MoveEffects {
  /** Requests that get a new name, because another request at the new place has their name. */
  readonly renamed: readonly { readonly name: string; readonly newName: string }[];
  /** Variables of the requests that are not defined at the new place. */
  readonly missing: readonly string[];
  /** Variables that the requests define and remaining requests use. */
  readonly needed: readonly string[];
  /** Names of requests whose references in the old collection are unresolved after the move. */
  readonly dangling: readonly string[];
  /** Titles of requests whose sent message differs at the new place. */
  readonly changed: readonly string[];
}

export type RequestMove =
  | { readonly kind: 'move'; readonly files: readonly FileEdits[]; readonly effects: MoveEffects }
  /** The requests are already there. */
  | { readonly kind: 'nothing' };

const noEffects: MoveEffects = { renamed: [], missing: [], needed: [], dangling: [], changed: [] };

/** The edits that move whole requests, with their comments, assertions and scripts, and update references and paths. */
export function moveRequests({ from, blocks, to, before }: Moving): RequestMove {
  const sorted = from.tree.blocks.filter((b): b is RequestBlock => isRequest(b) && blocks.includes(b));
  if (sorted.length === 0) return { kind: 'nothing' };
  const pieces = sorted.map((block) => pieceOf(from.tree, block));
  return from.file === to.file ? reorder(from, pieces, before) : moveToFile(from, pieces, to, before);
}

function reorder({ file, tree }: FileView, pieces: readonly RequestPiece[], before: RequestBlock | undefined): RequestMove {
  const moved = new Set<Block>(pieces.map((p) => p.block));
  const requests = listRequests(tree).map((r) => r.block);
  const target = before === undefined ? undefined : requests.slice(requests.indexOf(before)).find((b) => !moved.has(b));
  const rest = requests.filter((b) => !moved.has(b));
  const at = target === undefined ? rest.length : rest.indexOf(target);
  const order = [...rest.slice(0, at), ...pieces.map((p) => p.block), ...rest.slice(at)];
  if (order.every((b, i) => b === requests[i])) return { kind: 'nothing' };
  const eol = lineBreakOf(tree.text);
  const texts = pieces.map((piece) => pieceText(tree, piece, [], eol));
  const edits = merged([...removePieces(tree, pieces), insertPieces(tree, target, texts)]);
  return { kind: 'move', files: [{ file, edits }], effects: noEffects };
}

/** Joins an insertion with the removal that begins or ends at its offset: editors apply edits at one offset in different orders. */
function merged(edits: readonly TextEdit[]): readonly TextEdit[] {
  const found: TextEdit[] = [];
  for (const edit of edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    const last = found.at(-1);
    if (last === undefined || last.range.end < edit.range.start) found.push(edit);
    else found[found.length - 1] = { range: { start: last.range.start, end: edit.range.end }, newText: last.newText + edit.newText };
  }
  return found;
}

function moveToFile(from: FileView, pieces: readonly RequestPiece[], to: FileView, before: RequestBlock | undefined): RequestMove {
  const within = from.collection.root === to.collection.root;
  const eol = to.tree.text.trim() === '' ? lineBreakOf(from.tree.text) : lineBreakOf(to.tree.text);
  const names = pieces.map((piece) => (within ? newNameFor(from, to, piece.block) : undefined));
  const renamings = names.flatMap((n) => (n === undefined ? [] : [n]));
  const isIn = (piece: RequestPiece, { range }: TextEdit): boolean => piece.range.start <= range.start && range.end <= piece.range.end;
  const renames = renamings.flatMap((n) => n.edits);
  const texts = pieces.map((piece) => {
    const inside = [...pathEdits(piece.block, { from: from.file, to: to.file }), ...renames.filter((e) => isIn(piece, e))];
    return pieceText(from.tree, piece, inside, eol);
  });
  const left = renames.filter((e) => !pieces.some((piece) => isIn(piece, e)));
  const ofTarget = [insertPieces(to.tree, before, texts)];
  const files = [
    { file: from.file, edits: merged([...removePieces(from.tree, pieces), ...left]) },
    { file: to.file, edits: ofTarget },
  ];
  const renamed = renames.length === 0 ? from.tree : parse(applyEdits(from.tree.text, renames));
  return { kind: 'move', files, effects: effectsOf({ from, pieces, to, before, within, renamings, renamed, files }) };
}

interface Planned {
  readonly from: FileView;
  readonly pieces: readonly RequestPiece[];
  readonly to: FileView;
  readonly before: RequestBlock | undefined;
  readonly within: boolean;
  readonly renamings: readonly NewName[];
  /** The old file with the new names. */
  readonly renamed: DocumentTree;
  readonly files: readonly FileEdits[];
}

function effectsOf(planned: Planned): MoveEffects {
  const { from, pieces, within, renamings } = planned;
  const stays = (p: Placed): boolean => p.file !== from.file || !pieces.some((piece) => isWithin(piece, p.at.range.start));
  const dangling = within ? [] : pieces.map((p) => p.block).filter((block) => referencesTo(from, block).some(stays));
  return {
    renamed: renamings.map(({ name, newName }) => ({ name, newName })),
    ...variablesLost(planned),
    dangling: dangling.map(nameOf),
    changed: sentDifferently(planned),
  };
}

/** Variables whose definition is no longer visible: at the new place, and in the old file. */
function variablesLost({ from, pieces, to }: Planned): Pick<MoveEffects, 'missing' | 'needed'> {
  const missing = new Set<string>();
  const needed = new Set<string>();
  const moved = new Set<Block>(pieces.map((p) => p.block));
  const taken = pieces.flatMap((p) => p.block.definitions.filter((d) => isWithin(p, d.range.start)).map((d) => d.name.text));
  const brought = new Set(taken);
  const [here, there] = [collectionNames(from), collectionNames(to)];
  for (const block of from.tree.blocks) {
    for (const at of occurrencesIn(from.tree, block)) {
      const place = { file: from.file, at };
      if (at.kind !== 'variable' || at.role !== 'reference' || !here.counts(place)) continue;
      if (!moved.has(block)) {
        if (brought.has(at.name)) needed.add(at.name);
      } else if (!brought.has(at.name) && here.isDefined(at.name, place) !== 'no') {
        const { before: _, ...anywhere } = at;
        if (there.isDefined(at.name, { file: to.file, at: anywhere }) === 'no') missing.add(at.name);
      }
    }
  }
  return { missing: [...missing], needed: [...needed] };
}

function sentDifferently({ from, pieces, to, before, renamed, files }: Planned): readonly string[] {
  const requests = listRequests(to.tree);
  const first = before === undefined ? requests.length : requests.findIndex((r) => r.block === before);
  const tree = parse(applyEdits(to.tree.text, files.find((f) => f.file === to.file)?.edits ?? []));
  const after = listRequests(tree);
  return pieces.flatMap(({ block }, i) => {
    const old = renamed.blocks[from.tree.blocks.indexOf(block)];
    const sent = old === undefined ? undefined : sentBy(from, renamed, old);
    const now = after[first + i];
    const { title } = requestOf(from.tree, block);
    return sent === undefined || now === undefined || sentBy(to, tree, now.block) === sent ? [] : [title];
  });
}

const isWithin = ({ range }: RequestPiece, offset: number): boolean => range.start <= offset && offset < range.end;
