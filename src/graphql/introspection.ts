import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { introspectionIn } from './readSchema.ts';

/** A query that servers of all versions of the specification answer. */
export const introspectionQuery = (): string => getIntrospectionQuery({ descriptions: true });

/**
 * The SDL of the response to an introspection.
 * @param text the response's body, or the data of the first event of a stream
 */
export function writtenSchema(text: string): { readonly sdl: string } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { problem: 'it is not JSON' };
  }
  try {
    return { sdl: `${printSchema(buildClientSchema(introspectionIn(value), { assumeValid: true }))}\n` };
  } catch (e) {
    if (e instanceof Error) return { problem: (e.message.split('\n')[0] ?? '').slice(0, 400).replace(/\.$/, '') };
    throw e;
  }
}
