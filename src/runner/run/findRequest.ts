import { closest } from '../../base/text/closest.ts';
import { ReqError } from '../../base/reqError.ts';
import { listRequests, namedElsewhere, noVariables, requestNamed, type BlockContext } from '../../language/index.ts';
import type { RunInput } from '../ports/input.ts';

/** Last segment of a path, with `/` or `\` as separator. */
export const fileName = (file: string): string => file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);

/**
 * Finds a request by name, first in the same file, then in the collection's other files.
 * @throws {ReqError} if there is none, or if several other files have one
 */
export async function findRequest({ context, requests }: RunInput, name: string): Promise<BlockContext> {
  const own = requestNamed(context, name);
  if (own !== undefined) return { ...context, block: own.block, answers: noVariables };
  const collection = await requests?.();
  const [found, ...more] = collection === undefined ? [] : namedElsewhere(collection.index, context.file, name);
  const file = collection?.files.find((f) => f.file === found?.file);
  const request = file && requestNamed(file, name);
  if (collection !== undefined && file !== undefined && request !== undefined && more.length === 0) {
    const there = await collection.contextOf(file, request.block);
    return { ...there, environment: context.environment, variables: context.variables };
  }
  if (found !== undefined && more.length > 0) {
    const files = [found, ...more].map((f) => fileName(f.file)).join(', ');
    throw new ReqError('parse', `Several files have a request named ${name}: ${files}`, {
      hint: 'Rename one of them with # @name ….',
    });
  }
  const names = listRequests(context.tree).flatMap((r) => (r.name === '' ? [] : [r.name]));
  const near = closest(name, [...names, ...(collection?.index.names() ?? [])]);
  throw new ReqError('parse', `The collection has no request named ${name}.`, {
    hint: near === undefined ? `Name one with \`# @name ${name}\`.` : `Did you mean ${near}?`,
  });
}
