import { buildClientSchema, buildSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { introspectionIn } from './readSchema.ts';

/** A query that is valid for servers of all versions of the specification. */
export const introspectionQuery = (): string => getIntrospectionQuery({ descriptions: true });

/**
 * The SDL of the response to an introspection.
 * @param text the response's body, or the data of the first event of a stream
 * @param mask hides secrets in descriptions and values; a schema with a secret in a name is a problem
 */
export function writtenSchema(text: string, mask: (text: string) => string): { readonly sdl: string } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { problem: 'it is not JSON' };
  }
  try {
    const sdl = `${printSchema(buildClientSchema(introspectionIn(value), { assumeValid: true }))}\n`;
    const masked = mask(sdl);
    if (masked !== sdl && !isSdl(masked)) return { problem: 'its names contain the value of a secret' };
    return { sdl: masked };
  } catch (e) {
    if (e instanceof Error) return { problem: (e.message.split('\n')[0] ?? '').slice(0, 400).replace(/\.$/, '') };
    throw e;
  }
}

function isSdl(text: string): boolean {
  try {
    buildSchema(text, { assumeValid: true, assumeValidSDL: true });
    return true;
  } catch {
    return false;
  }
}
