import { contains } from '../../../base/text.ts';
import { directives } from '../../catalog/directives.ts';
import type { DirectiveNode } from '../../syntax/nodes.ts';
import { requestNamed } from '../refs.ts';
import type { Hover, HoverContext } from './hover.ts';
import { code } from './markdown.ts';
import { ofRequest } from './request.ts';

/** What a directive does; at the argument of `@ref` and `@name` the request that is meant. */
export function ofDirective({ name, argument }: DirectiveNode, offset: number, context: HoverContext): Hover | undefined {
  if (contains({ start: name.start - 1, end: name.end }, offset)) {
    const known = directives.find((k) => k.name === name.text);
    return known === undefined ? undefined : { range: name, markdown: `${code(known.form)}\n\n${known.summary}` };
  }
  if (argument === undefined || !contains(argument, offset)) return undefined;
  if (name.text === 'name') return ofRequest(argument, context);
  if (name.text !== 'ref') return undefined;
  const { view } = context;
  const block = requestNamed(view.tree, argument.text)?.block;
  return block === undefined ? undefined : ofRequest(argument, { ...context, block, looking: view.look(block) });
}
