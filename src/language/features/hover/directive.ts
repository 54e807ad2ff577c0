import { contains } from '../../../base/text.ts';
import { directives } from '../../catalog/directives.ts';
import { isRequest, nameOf, type DirectiveNode } from '../../syntax/nodes.ts';
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
  const block = view.tree.blocks.find((b) => isRequest(b) && nameOf(b) === argument.text);
  return block === undefined ? undefined : ofRequest(argument, { ...context, block, looking: view.look(block) });
}
