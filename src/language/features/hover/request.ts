import { ago } from '../../../base/ago.ts';
import { createMask } from '../../../base/mask.ts';
import { methods } from '../../catalog/methods.ts';
import { isRequest, nameOf, type Span } from '../../syntax/nodes.ts';
import { lookResolved } from '../resolved.ts';
import type { Hover, HoverContext } from './hover.ts';
import { escape, fence, oneLine, reference } from './markdown.ts';

/** What a method means. */
export function ofMethod(method: Span): Hover | undefined {
  const known = methods.find((m) => m.name === method.text.toUpperCase());
  return known && { range: method, markdown: `**${known.name}** · ${reference(known.reference)}\n\n${known.summary}` };
}

/** The method and the whole URL that a request is sent with, as far as it is known without sending. */
export function ofRequest(range: Span, { view, block, now }: HoverContext): Hover | undefined {
  if (!isRequest(block)) return undefined;
  const { resolution } = lookResolved(view, block);
  if (!resolution.ok) {
    const said = resolution.problems.slice(0, 5).map((p) => `- ${escape(p.message)}`);
    return { range, markdown: `$(warning) Not sent as it stands:\n${said.join('\n')}` };
  }
  const { request, assumedScheme } = resolution;
  const mask = createMask(new Set(request.secrets));
  const lines = [fence(oneLine(`${request.method} ${mask(request.wireUrl)}`, 4000), 'http')];
  if (assumedScheme === 'http') lines.push('`http`, as no scheme stands here and the host is this machine.');
  if (assumedScheme === 'https') lines.push('`https`, as no scheme stands here.');
  const time = view.exchanges.time?.(nameOf(block));
  if (time !== undefined) lines.push(`Last answered ${ago(time, now)}`);
  return { range, markdown: lines.join('\n\n') };
}
