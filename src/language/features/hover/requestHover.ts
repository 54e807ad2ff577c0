import { ago } from '../../../base/text/ago.ts';
import { createMask } from '../../../base/masks/mask.ts';
import { methods } from '../../catalog/methods.ts';
import { isRequest, nameOf, type RequestBlock, type Span } from '../../syntax/nodes.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { effectiveAuth } from '../../semantics/auth/effectiveAuth.ts';
import { readAuth } from '../../semantics/auth/written.ts';
import { authOf } from '../../semantics/request/requestSource.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { Resolution } from '../../semantics/request/resolve.ts';
import { lookResolved } from '../structure/resolved.ts';
import type { Hover, HoverContext } from './hoverContext.ts';
import { operationOf } from '../openapi/apiOfRequest.ts';
import { operationMarkdown } from '../openapi/operationMarkdown.ts';
import { code, escape, fence, oneLine, reference } from './hoverMarkdown.ts';

export function ofMethod(method: Span): Hover | undefined {
  const known = methods.find((m) => m.name === method.text.toUpperCase());
  return known && { range: method, markdown: `**${known.name}** · ${reference(known.reference)}\n\n${known.summary}` };
}

/** Hover with a request's method and full URL, as far as they are known before sending. */
export function ofRequest(range: Span, { view, block, now, isReported }: HoverContext): Hover | undefined {
  if (!isRequest(block)) return undefined;
  const strict = lookResolved(view, block).resolution;
  // A script may still define what other parts of the request need; this hover shows only the URL.
  const resolution = strict.ok ? strict : lookResolved(view, block, 'keep').resolution;
  const unknown = undefinedInUrl(strict, block);
  // With an unknown value in it, the URL is not checked.
  const problems = resolution.ok || unknown.length > 0 ? unknown : resolution.problems;
  const lines: string[] = [];
  const mask = createMask(view.look(block).evaluation.secrets());
  if (resolution.ok) {
    const { request } = resolution;
    const url = createMask(request.secrets)(problems.length === 0 ? request.wireUrl : request.url);
    lines.push(fence(oneLine(`${request.method} ${url}`, 4000), 'http'));
  } else if (unknown.length > 0) lines.push(fence(oneLine(mask(writtenOf(block)), 4000), 'http'));
  if (problems.length > 0)
    lines.push(
      problems
        .filter((p) => !isReported(p.id, p.range))
        .slice(0, 5)
        .map((p) => `⚠ ${escape(mask(p.message))}`)
        .join('\n\n'),
    );
  const assumedScheme = resolution.ok ? resolution.assumedScheme : undefined;
  if (assumedScheme === 'http') lines.push('`http`, because the URL has no scheme and the host is this machine.');
  if (assumedScheme === 'https') lines.push('`https`, because the URL has no scheme.');
  const signedIn = authLine(view, block);
  if (signedIn !== undefined) lines.push(signedIn);
  const time = view.exchanges.time?.(nameOf(block));
  if (time !== undefined) lines.push(`Last response ${ago(time, now)}`);
  const described = view.apis.size === 0 ? undefined : operationOf(view, block);
  if (described !== undefined) lines.push(operationMarkdown(described.operation));
  return { range, markdown: lines.join('\n\n') };
}

/** The effective `# @auth`, and its file if it is not the request's own. */
function authLine(view: FileView, block: RequestBlock): string | undefined {
  const auth = effectiveAuth(authOf(view.tree, block)?.text, view.look(block).shared);
  const read = auth && readAuth(auth.text);
  if (auth === undefined || read?.ok !== true || read.auth.kind === 'none') return undefined;
  return `Signs in with ${code(`@auth ${read.auth.kind}`)}${auth.from === undefined ? '' : ` of ${escape(auth.from)}`}`;
}

/** Method and URL as written. */
const writtenOf = ({ requestLine: { method, target }, continuations }: RequestBlock): string =>
  `${method?.text ?? 'GET'} ${[target, ...continuations.map((c) => c.text)].map(({ text }) => text.trim()).join('')}`;

function undefinedInUrl(strict: Resolution, { requestLine, continuations }: RequestBlock): readonly Diagnostic[] {
  const spans = [requestLine.target, ...continuations.map((c) => c.text)];
  return strict.ok ? [] : strict.problems.filter(({ range }) => spans.some((s) => s.start <= range.start && range.end <= s.end));
}
