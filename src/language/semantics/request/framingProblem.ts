import type { Header, ResolvedRequest } from './resolvedRequest.ts';

/** A header by which a server may see the end of the body elsewhere than where it is. */
export interface FramingProblem {
  readonly header: 'content-length' | 'transfer-encoding';
  readonly message: string;
}

/** Names of codings (RFC 9112 §7): another word, or a control character around one, is read differently from server to server. */
const coding = /^(?:chunked|gzip|x-gzip|deflate|compress|x-compress|br|zstd)$/i;

/**
 * What is wrong with the headers that delimit a body (RFC 9112 §6, §11.2); undefined where any server sees the same end.
 * @param bodySize bytes of the body, undefined where it is not known
 */
export function framingProblem(
  headers: readonly Header[],
  bodySize: number | undefined,
  version: ResolvedRequest['httpVersion'],
): FramingProblem | undefined {
  const valuesOf = (name: string): readonly string[] => headers.flatMap(([n, value]) => (n.toLowerCase() === name ? [value] : []));
  // Both are taken out where nothing stands behind the colon (addedHeaders.ts).
  const isThere = (value: string): boolean => value.trim() !== '';
  const written = valuesOf('content-length');
  const lengths = written.filter(isThere);
  // HTTP/2 has no such header, and delimits the body by itself.
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
  const length = first.replace(/^[ \t]+|[ \t]+$/g, '');
  if (!/^(?:0|[1-9]\d*)$/.test(length)) return problem('Content-Length is not one decimal number: servers read it differently.');
  if (bodySize === undefined || length === String(bodySize)) return undefined;
  const size = `${bodySize} byte${bodySize === 1 ? '' : 's'}`;
  const effect = Number(length) < bodySize ? 'reads the rest as another request' : 'waits for more, or takes the next request for it';
  return problem(`Content-Length is ${length}, but the body has ${size}: the server ${effect}.`);
}

function codingProblem(values: readonly string[]): FramingProblem | undefined {
  if (values.length === 0) return undefined;
  const codings = values
    .join(',')
    .split(',')
    .map((text) => text.replace(/^[ \t]+|[ \t]+$/g, ''));
  const chunks = codings.filter((text) => text.toLowerCase() === 'chunked').length;
  if (codings.every((text) => coding.test(text)) && chunks === 1 && codings.at(-1)?.toLowerCase() === 'chunked') return undefined;
  const message = 'Transfer-Encoding does not name known codings that end with one chunked: servers see the end of the body elsewhere.';
  return { header: 'transfer-encoding', message };
}
