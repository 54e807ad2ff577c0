import { trimBlanks } from '../../../base/text/trimBlanks.ts';
import type { Header, ResolvedRequest } from './resolvedRequest.ts';

/** A header that can make a server see a different end of the body. */
export interface FramingProblem {
  readonly header: 'content-length' | 'transfer-encoding';
  readonly message: string;
}

/** Known codings (RFC 9112 §7). Servers differ in how they read other words and control characters around one. */
const coding = /^(?:chunked|gzip|x-gzip|deflate|compress|x-compress|br|zstd)$/i;

/**
 * Checks the headers that delimit the body (RFC 9112 §6, §11.2). Returns undefined if all servers see the same end.
 * @param bodySize bytes of the body; undefined if unknown
 */
export function framingProblem(
  headers: readonly Header[],
  bodySize: number | undefined,
  version: ResolvedRequest['httpVersion'],
): FramingProblem | undefined {
  const valuesOf = (name: string): readonly string[] => headers.flatMap(([n, value]) => (n.toLowerCase() === name ? [value] : []));
  // Both are omitted if their value is empty (addedHeaders.ts).
  const isThere = (value: string): boolean => value.trim() !== '';
  const written = valuesOf('content-length');
  const lengths = written.filter(isThere);
  // HTTP/2 has no Transfer-Encoding; its frames delimit the body.
  const codings = version === '2' ? [] : valuesOf('transfer-encoding').filter(isThere);
  if (written.length > 0 && lengths.length === 0 && codings.length === 0 && version !== '2' && (bodySize ?? 0) > 0)
    return { header: 'content-length', message: 'Without Content-Length the server reads the body as another request.' };
  return lengthProblem(lengths, codings.length > 0, bodySize) ?? codingProblem(codings);
}

function lengthProblem(lengths: readonly string[], isCoded: boolean, bodySize: number | undefined): FramingProblem | undefined {
  const problem = (message: string): FramingProblem => ({ header: 'content-length', message });
  const [first] = lengths;
  if (first === undefined) return undefined;
  if (lengths.length > 1) return problem(`Content-Length is present ${lengths.length} times: servers differ in which one they use.`);
  if (isCoded)
    return problem('Content-Length and Transfer-Encoding are both present: servers differ in which one they use (RFC 9112 §6.3).');
  const length = trimBlanks(first);
  if (!/^(?:0|[1-9]\d*)$/.test(length)) return problem('Content-Length is not one decimal number: servers read it differently.');
  if (bodySize === undefined || length === String(bodySize)) return undefined;
  const size = `${bodySize} byte${bodySize === 1 ? '' : 's'}`;
  const effect = Number(length) < bodySize ? 'reads the rest as another request' : 'waits for more, or takes the next request for it';
  return problem(`Content-Length is ${length}, but the body has ${size}: the server ${effect}.`);
}

function codingProblem(values: readonly string[]): FramingProblem | undefined {
  if (values.length === 0) return undefined;
  const codings = values.join(',').split(',').map(trimBlanks);
  const chunks = codings.filter((text) => text.toLowerCase() === 'chunked').length;
  if (codings.every((text) => coding.test(text)) && chunks === 1 && codings.at(-1)?.toLowerCase() === 'chunked') return undefined;
  const message = 'Transfer-Encoding does not name known codings that end with one chunked: servers see the end of the body elsewhere.';
  return { header: 'transfer-encoding', message };
}
