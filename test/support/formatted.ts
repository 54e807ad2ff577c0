import { applyEdits, type FileView } from '../../src/language/index.ts';
import { format } from '../../src/language/onDemand.ts';
import type { Range } from '../../src/base/text/text.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';

/** Surroundings of a text to format. */
export interface FormatAround {
  /** Other files by their path under the root. */
  readonly files?: Readonly<Record<string, string>>;
  /** The file's path under the root. */
  readonly at?: string;
}

/** A view of a text in its surroundings. A bar is not a cursor. */
export async function viewOf(text: string, { files = {}, at = 'a.req' }: FormatAround = {}): Promise<FileView> {
  const all = new Map(Object.entries(files).map(([name, content]) => [`${root}/${name}`, content]));
  const file = `${root}/${at}`;
  all.set(file, text);
  return memoryWorkspace(all).workspace.know({ file, version: 1, getText: () => text });
}

export async function formatted(text: string, around?: FormatAround, range?: Range): Promise<string> {
  return applyEdits(text, format(await viewOf(text, around), '  ', range));
}
