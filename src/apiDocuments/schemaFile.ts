import { pathToFileURL } from 'node:url';
import type { CheckSchema, CheckedSchema } from '../language/index.ts';
import type { ReadDocument } from '../schema/index.ts';
import { pathOf } from './openApi.ts';

/** Maximum characters of a schema and its referenced files. A larger one is only checked when it is used. */
const largest = 1_000_000;
const timeMs = 1000;

class TooLarge extends Error {}

/** Finds errors in a schema file, as the check of a response does, but without a value. */
export const checkSchema: CheckSchema = async ({ file, name, text, fragment, read }): Promise<CheckedSchema> => {
  // A bundle of its own.
  const { readDocument, schemaProblem, SchemaProblem, SchemaSet } = await import('../schema/index.ts');
  const uri = pathToFileURL(file).href;
  let size = 0;
  const end = performance.now() + timeMs;
  const goOn = (): void => {
    if (performance.now() > end) throw new TooLarge();
  };
  const valueOf = (of: string, from: string): ReadDocument => {
    size += from.length;
    if (size > largest) throw new TooLarge();
    return readDocument(of, from);
  };
  const load = async (of: string): Promise<ReadDocument | undefined> => {
    if (of === uri) return valueOf(name, text);
    const path = pathOf(of);
    if (path === undefined) return undefined;
    const found = await read(path);
    return 'problem' in found ? found : valueOf(found.name, found.text);
  };
  const work = { goOn, run: async <T>(task: () => T): Promise<T> => task() };
  try {
    const set = new SchemaSet(load, work);
    const root = await set.add(uri + fragment, undefined);
    const problem = await schemaProblem(root, set, work);
    if (problem !== undefined) return { problem, parts: [] };
    return { problem: undefined, parts: [...set.brokenReferences()].map((p) => p.replaceAll(uri, name)) };
  } catch (e) {
    if (e instanceof TooLarge) return { problem: undefined, parts: [] };
    if (e instanceof SchemaProblem) return { problem: e.message.replaceAll(uri, name), parts: [] };
    throw e;
  }
};
