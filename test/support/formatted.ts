import { applyEdits, type FileView } from '../../src/language/index.ts';
import { format } from '../../src/language/onDemand.ts';
import type { Range } from '../../src/base/text/text.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';

/** What may stand around a text to format. */
export interface FormatAround {
  /** Other files by their path under the root. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where the text stands under the root. */
  readonly at?: string;
}

/** A text, as it stands, in its surroundings. Nothing in it is a cursor. */
export async function viewOf(text: string, { files = {}, at = 'a.req' }: FormatAround = {}): Promise<FileView> {
  const all = new Map(Object.entries(files).map(([name, content]) => [`${root}/${name}`, content]));
  const file = `${root}/${at}`;
  all.set(file, text);
  return memoryWorkspace(all).workspace.know({ file, version: 1, getText: () => text });
}

export async function formatted(text: string, around?: FormatAround, range?: Range): Promise<string> {
  return applyEdits(text, format(await viewOf(text, around), '  ', range));
}
