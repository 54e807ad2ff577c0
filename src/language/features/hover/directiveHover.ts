import { contains } from '../../../base/text/text.ts';
import { authEntry } from '../../catalog/authCatalog.ts';
import { directives, fileDirectives } from '../../catalog/directiveCatalog.ts';
import { directiveTexts } from '../../catalog/directiveTexts.ts';
import { isRequest, type DirectiveNode, type Span } from '../../syntax/nodes.ts';
import { derivedNames } from '../navigation/derivedRefs.ts';
import { requestNamed } from '../navigation/refs.ts';
import { ofFile } from './fileHover.ts';
import type { Hover, HoverContext } from './hoverContext.ts';
import { wordAt } from './literalHover.ts';
import { code, reference } from './hoverMarkdown.ts';
import { ofRequest } from './requestHover.ts';

/** Hover for a directive; for the argument of `@ref` and `@name`, the named request. */
export function ofDirective({ name, argument }: DirectiveNode, offset: number, context: HoverContext): Hover | undefined {
  if (contains({ start: name.start - 1, end: name.end }, offset)) {
    const known = directives.find((k) => k.name === name.text);
    return known === undefined ? undefined : { range: name, markdown: `${code(known.form)}\n\n${directiveTexts[known.name] ?? ''}` };
  }
  if (argument === undefined || !contains(argument, offset)) return undefined;
  if (fileDirectives.has(name.text)) return ofFile(offset, context);
  if (name.text === 'auth') return ofAuth(argument, offset);
  if (name.text === 'name') return ofRequest(argument, context);
  if (name.text !== 'ref') return undefined;
  const { view } = context;
  if (argument.text === '*') return ofStar(argument, context);
  const block = requestNamed(view, argument.text)?.block;
  return block === undefined ? undefined : ofRequest(argument, { ...context, block, looking: view.look(block) });
}

/** Hover text with the requests that `# @ref *` sends first. */
function ofStar(argument: Span, { view, block }: HoverContext): Hover {
  if (!isRequest(block))
    return { range: argument, markdown: 'Each request that this applies to first sends the requests whose responses it uses.' };
  const names = derivedNames(view.contextOf(block));
  const markdown = names.length === 0 ? 'This request uses no response of another request.' : `Sent first: ${names.map(code).join(', ')}`;
  return { range: argument, markdown };
}

/** Hover for a kind of `@auth` with its options, or for one option. */
function ofAuth(argument: Span, offset: number): Hover | undefined {
  const entry = authEntry(/^\S+/.exec(argument.text)?.[0] ?? '');
  const word = wordAt(argument, offset, /[A-Za-z0-9-]/);
  if (entry === undefined || word === undefined) return undefined;
  if (word.start === argument.start) {
    const parts = [...entry.words, ...entry.options.map((o) => ({ ...o, name: `${o.name}=` }))];
    const list = parts.map((p) => `- ${code(p.name)} ${p.summary}`).join('\n');
    return {
      range: word,
      markdown: [`${code(entry.form)} · ${reference(entry.reference)}`, entry.summary, list].filter((x) => x !== '').join('\n\n'),
    };
  }
  const option = entry.options.find((o) => o.name === word.text);
  return option && { range: word, markdown: `${code(`${option.name}=`)}\n\n${option.summary}` };
}
