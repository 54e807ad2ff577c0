import { applyEdits, listRequests, type FileEdits, type FileView } from '../../src/language/index.ts';
import { moveRequests, type MoveEffects } from '../../src/language/onDemand.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';

export interface Moved {
  /** The changed texts by path under the root. */
  readonly texts: Readonly<Record<string, string>>;
  /** Only non-empty effects. */
  readonly effects: Partial<MoveEffects>;
}

/** A view of a file in a workspace of these files, by path under the root. */
export async function viewIn(files: Readonly<Record<string, string>>, name: string): Promise<FileView> {
  const { workspace } = memoryWorkspace(new Map(Object.entries(files).map(([path, text]) => [`${root}/${path}`, text])));
  const text = files[name] ?? '';
  return workspace.know({ file: `${root}/${name}`, version: 1, getText: () => text }, { whole: true });
}

/** The texts after edits. */
export function edited(files: Readonly<Record<string, string>>, edits: readonly FileEdits[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    edits.map((one) => {
      const path = one.file.slice(root.length + 1);
      return [path, applyEdits(files[path] ?? '', one.edits)];
    }),
  );
}

/**
 * Moves requests, by their number in the file from 1.
 * @param before a number of the target's requests; undefined for its end
 */
export async function moved(
  files: Readonly<Record<string, string>>,
  [from, ...numbers]: readonly [string, ...number[]],
  [to, before]: readonly [string, (number | undefined)?],
): Promise<Moved | 'nothing'> {
  const source = await viewIn(files, from);
  const target = from === to ? source : await viewIn(files, to);
  const blocks = listRequests(source.tree).flatMap((r) => (numbers.includes(r.index + 1) ? [r.block] : []));
  const result = moveRequests({
    from: source,
    blocks,
    to: target,
    before: before === undefined ? undefined : listRequests(target.tree)[before - 1]?.block,
  });
  if (result.kind !== 'move') return result.kind;
  return {
    texts: edited(files, result.files),
    effects: Object.fromEntries(Object.entries(result.effects).filter(([, found]) => (found as readonly unknown[]).length > 0)),
  };
}
