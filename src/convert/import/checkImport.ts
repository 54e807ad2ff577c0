import { readJson } from '../../base/json/json.ts';
import { noVariables, titleOf, isRequest, FeatureWorkspace, type Block, type FileView, type ScriptProblem } from '../../language/index.ts';
import { errorsOf } from '../../language/onDemand.ts';
import { Companions, type ImportSource } from './companions.ts';
import { kindsOf } from './missingKinds.ts';
import type { ImportNote, ImportResult } from './importResult.ts';

/** The target of an import, and existing files there. */
export interface ImportTarget {
  /** Absolute path of the folder. */
  readonly root: string;
  /** The kind of an existing path that the import does not write. */
  readonly kindOf: (path: string) => Promise<'file' | 'folder' | undefined>;
  /** The imported folder; absent if files are imported one by one. */
  readonly source?: ImportSource;
  readonly scriptProblem?: (text: string) => ScriptProblem | undefined;
}

/**
 * Checks the files of an import like `req check` at their target. Errors become warnings, and their requests do not count as completely
 * converted. Variables count as defined if an environment of the import defines them.
 */
export async function checkImport(result: ImportResult, target: ImportTarget): Promise<ImportResult> {
  const { root } = target;
  const separator = root.includes('\\') && !root.startsWith('/') ? '\\' : '/';
  const files = new Map(result.files.map((f) => [`${root}${separator}${f.path.replaceAll('/', separator)}`, f]));
  const companions = new Companions(result.source ?? '', target);
  const workspace = inMemory(files, { ...target, kindOf: (path) => companions.kindOf(path) }, separator, environmentsOf(result)[0]);
  const titled = new Set(
    result.notes.flatMap((n) => (n.level === 'warning' && n.request !== undefined ? [n.request.split(' / ').at(-1) ?? ''] : [])),
  );
  const notes: ImportNote[] = [];
  let broken = 0;
  for (const [file, { path, text }] of files) {
    if (!path.endsWith('.req')) continue;
    const view = await workspace.know({ file, version: 1, getText: () => text }, { whole: true });
    const found = new Set<Block>();
    for (const { at, message, block } of placed(view)) {
      notes.push({ file: path, line: at, level: 'warning', message: `${errorMark}${message}` });
      if (block !== undefined) found.add(block);
    }
    for (const block of found) {
      const isKnown = result.warned?.has(`${path}#${view.tree.blocks.indexOf(block)}`) === true || titled.has(titleOf(block) ?? '');
      if (isRequest(block) && !isKnown) broken++;
    }
  }
  const whole = Math.max(0, result.whole - broken);
  const copied = await companions.read();
  const all = { ...result, notes: [...result.notes, ...notes, ...companions.notes], whole, companions: copied };
  return { ...all, missing: kindsOf(all.notes) };
}

/** The names of the environments in an import. */
export function environmentsOf({ files }: ImportResult): readonly string[] {
  const names = new Set<string>();
  for (const { path, text } of files) {
    if (!/(?:^|\/)http-client(?:\.private)?\.env\.json$/.test(path)) continue;
    const read = readJson(text);
    if (!read.ok || read.node.kind !== 'object') continue;
    for (const { key } of read.node.members) if (!key.startsWith('$')) names.add(key);
  }
  return [...names];
}

/** The message about a variable that only another environment defines. The user can select it, so this is not a loss. */
const definedElsewhere = /\. The environments? [^]* defines? it: choose /;

/** Start of the messages of errors that `req check` finds. */
const errorMark = 'req check finds an error: ';

function placed(view: FileView): readonly { readonly at: number; readonly message: string; readonly block: Block | undefined }[] {
  return errorsOf(view)
    .filter((d) => !(d.id === 'undefined-variable' && definedElsewhere.test(d.message)))
    .map(({ range, message }) => ({
      at: view.tree.lines.positionAt(range.start).line + 1,
      message,
      block: view.tree.blocks.find((b) => b.range.start <= range.start && range.start < Math.max(b.range.end, b.range.start + 1)),
    }));
}

function inMemory(
  files: ReadonlyMap<string, { readonly text: string }>,
  target: ImportTarget,
  separator: string,
  environment: string | undefined,
): FeatureWorkspace {
  const { root, kindOf, scriptProblem } = target;
  const isFolder = (path: string): boolean => [...files.keys()].some((f) => f.startsWith(path + separator));
  return new FeatureWorkspace({
    unchanging: true,
    readText: (path) => Promise.resolve(files.get(path)?.text),
    topOf: () => root,
    fallbackRootOf: () => root,
    listFiles: (folder) => Promise.resolve([...files.keys()].filter((f) => f.startsWith(folder + separator))),
    openDocument: () => undefined,
    kindOf: async (path) => (files.has(path) ? 'file' : isFolder(path) ? 'folder' : kindOf(path)),
    environmentOf: () => environment,
    variablesOf: () => noVariables,
    exchangesOf: () => ({ find: () => undefined }),
    hasEnv: () => true,
    trusted: () => true,
    ...(scriptProblem === undefined ? {} : { scriptProblem }),
    display: (file) => file.slice(root.length + 1),
  });
}
