import type { CheckSchema, ReadApi } from '../language/index.ts';

/** Reads an OpenAPI document, in a thread if it is large. The bundle is loaded when a collection first names a document. */
export const readApi: ReadApi = async (source) => {
  const { openApi } = await import('./index.ts');
  const opened = await openApi(source);
  if (!opened.ok) return opened;
  opened.document.dispose();
  return { ok: true, index: opened.document.index };
};

/** Checks a schema file. */
export const checkSchema: CheckSchema = async (source) => (await import('./index.ts')).checkSchema(source);
