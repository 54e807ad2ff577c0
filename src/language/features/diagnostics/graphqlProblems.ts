import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import { contentOf, type Block, type DirectiveNode } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { queryBodyOf } from '../graphqlBodies/queryBody.ts';
import type { BlockInput } from './rules.ts';

/** Reports parts of a query and its variables that do not conform to the schema. */
export function* graphqlProblems({ view, block }: BlockInput): Generator<Diagnostic> {
  if (block.body === undefined) return;
  const body = queryBodyOf(view, block);
  const state = body && view.schemaOf(block);
  if (body === undefined || state?.kind !== 'schema') return;
  for (const { kind, range, message } of state.schema.check(body))
    yield kind === 'deprecated'
      ? diagnostic('graphql-deprecated', 'hint', range, message, { tags: ['deprecated'] })
      : diagnostic('graphql', 'error', range, message);
}

const none: readonly never[] = [];

const directivesIn = cachePerBlock((_, block): readonly DirectiveNode[] => {
  const found = contentOf(block).directives.filter(({ name, argument }) => name.text === 'graphql' && argument !== undefined);
  return found.length === 0 ? none : found;
});

/** Reports unusable schemas at their `# @graphql`. */
export function* graphqlSchemas(view: FileView): Generator<Diagnostic> {
  for (const [i, computed] of directivesIn(view.tree).computed.entries()) {
    if (computed.length === 0) continue;
    const block = view.tree.blocks[i] as Block;
    const argument = block.directives.findLast(({ name, argument: a }) => name.text === 'graphql' && a !== undefined)?.argument;
    if (argument === undefined || argument.text === 'none') continue;
    const state = view.schemaOf(block);
    if (argument.text.includes('{{'))
      yield diagnostic(
        'graphql-schema',
        'warning',
        argument,
        '@graphql is a path without placeholders. The environment can be part of the file name.',
      );
    else if (state?.kind === 'missing')
      yield diagnostic(
        'graphql-schema',
        'error',
        argument,
        `There is no file ${argument.text}. Write it, or run "Fetch GraphQL Schema" in the request.`,
      );
    else if (state?.kind === 'problem')
      yield diagnostic('graphql-schema', 'error', argument, `${view.display(state.file)} cannot be used: ${state.message}.`);
  }
}
