import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { framingProblem } from '../../semantics/request/framingProblem.ts';
import { isRequest } from '../../syntax/nodes.ts';
import type { KnownRequest } from './knownRequest.ts';
import type { BlockInput } from './rules.ts';

/** Reports headers whose body length does not match the body; such a request is not sent. */
export function* bodyFraming({ block, request }: BlockInput): Generator<Diagnostic> {
  if (!isRequest(block)) return;
  const known = request();
  if (known === undefined || !known.resolution.ok || known.mayBeRewritten) return;
  const { headers, httpVersion, options } = known.resolution.request;
  if (options.unsafeFraming === true || headers.every(([name]) => !isFraming(name)) || isUnsureOf(known)) return;
  const problem = framingProblem(headers, sizeOf(known), httpVersion);
  if (problem === undefined) return;
  const own = block.headers.findLast(({ name }) => name.text.toLowerCase() === problem.header);
  const message = `${problem.message} Delete the header: Req sends the right one. # @unsafe-framing sends it as it is written.`;
  yield diagnostic('body-framing', 'error', own?.name ?? block.requestLine.target, message);
}

const isFraming = (name: string): boolean => /^(?:content-length|transfer-encoding)$/i.test(name);

/** Whether the value of such a header is known only when the request is sent. */
const isUnsureOf = ({ source, isUnsure }: KnownRequest): boolean =>
  source.headers.some(
    ({ name, values }) =>
      isFraming(name) && values.some(({ template }) => template.parts.some((p) => p.kind === 'placeholder' && isUnsure(p))),
  );

/** Size of the body in bytes; undefined if it is known only when the request is sent. */
function sizeOf({ source, resolution, isUnsure }: KnownRequest): number | undefined {
  if (!resolution.ok) return undefined;
  if (source.body?.template.parts.some((p) => p.kind === 'placeholder' && isUnsure(p)) === true) return undefined;
  let text = '';
  for (const part of resolution.request.body) {
    if (part.kind === 'file') return undefined;
    text += part.text;
  }
  return new TextEncoder().encode(text).length;
}
