import { closest } from '../../base/closest.ts';
import { ReqError } from '../../base/reqError.ts';
import { listRequests, namedElsewhere, noVariables, requestNamed, type BlockContext } from '../../language/index.ts';
import type { RunInput } from '../ports/input.ts';

/** Last segment of a path, with `/` or `\` as separator. */
export const fileName = (file: string): string => file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);

/**
 * Finds a request by name, first in the same file, then in the collection's other files.
 * @throws {ReqError} if there is none, or several in other files
 */
export async function findRequest({ context, requests }: RunInput, name: string): Promise<BlockContext> {
  const own = requestNamed(context.tree, name);
  if (own !== undefined) return { ...context, block: own.block, answers: noVariables };
  const collection = await requests?.();
  const [found, ...more] = collection === undefined ? [] : namedElsewhere(collection.files, context.file, name);
  if (collection !== undefined && found !== undefined && more.length === 0) {
    const there = await collection.contextOf(found.file, found.request.block);
    return { ...there, environment: context.environment, variables: context.variables };
  }
  if (found !== undefined) {
    const files = [found, ...more].map((f) => fileName(f.file.file)).join(', ');
    throw new ReqError('parse', `Several files have a request of the name ${name}: ${files}`, {
      hint: 'Rename one of them with # @name ….',
    });
  }
  const trees = collection === undefined ? [context.tree] : collection.files.map((f) => f.tree);
  const near = closest(
    name,
    trees.flatMap((tree) => listRequests(tree).flatMap((r) => (r.name === '' ? [] : [r.name]))),
  );
  throw new ReqError('parse', `The collection has no request of the name ${name}.`, {
    hint: near === undefined ? `Name one with \`# @name ${name}\`.` : `Did you mean ${near}?`,
  });
}
