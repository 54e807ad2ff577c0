import type { ApiIndex } from '../../semantics/api/apiIndex.ts';
import type { NamedApi } from '../../semantics/api/apiNaming.ts';
import type { ApiText, ReadApi } from '../../workspace/apiDocuments.ts';
import { apiChanges, type ApiChanges } from './apiChanges.ts';

export type FetchedDocument =
  | { readonly kind: 'problem'; readonly message: string }
  /** `changes` from the kept copy; undefined if there is none that can be read. */
  | { readonly kind: 'new' | 'same' | 'changed'; readonly index: ApiIndex; readonly changes: ApiChanges | undefined };

/**
 * Reads a document that was fetched, and compares it with the kept copy. What is not an OpenAPI document is a problem.
 * @param before the text of the copy
 */
export async function fetchedDocument(
  { path, written }: NamedApi,
  { text, before, read }: { readonly text: string; readonly before: string | undefined; readonly read: ApiText['read'] },
  readApi: ReadApi,
): Promise<FetchedDocument> {
  const opened = await readApi({ file: path, name: written, text, read });
  if (!opened.ok) return { kind: 'problem', message: opened.message };
  const { index } = opened;
  if (before === undefined) return { kind: 'new', index, changes: undefined };
  if (before === text) return { kind: 'same', index, changes: undefined };
  const old = await readApi({ file: path, name: written, text: before, read });
  return { kind: 'changed', index, changes: old.ok ? apiChanges(old.index, index) : undefined };
}
