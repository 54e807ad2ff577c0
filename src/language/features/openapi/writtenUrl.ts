import type { Range } from '../../../base/text/text.ts';
import { percentDecoded } from '../../../base/text/percentDecoding.ts';
import { pathOfUrl, segmentsOf } from '../../semantics/api/matchOperation.ts';
import type { RequestBlock, Span } from '../../syntax/nodes.ts';
import { withoutPlaceholders } from './bodyPlaces.ts';

export interface WrittenPath {
  /** As written, with placeholders. */
  readonly segments: readonly Span[];
  /** Segments of the resolved path that come from a preceding placeholder. */
  readonly before: number;
}

/** The segments of a URL's path that are literal in the request line; undefined if their boundaries are unknown. */
export function writtenPath({ requestLine: { target } }: RequestBlock, url: string): WrittenPath | undefined {
  const plain = withoutPlaceholders(target.text);
  const [, prefix = '', path = ''] = /^((?:[A-Za-z][\w+.-]*:\/\/)?[^/?#]*)([^?#]*)/.exec(plain) ?? [];
  if (!path.startsWith('/')) return undefined;
  const segments: Span[] = [];
  let at = target.start + prefix.length + 1;
  for (const { length } of path.slice(1).split('/')) {
    segments.push({ start: at, end: at + length, text: target.text.slice(at - target.start, at - target.start + length) });
    at += length + 1;
  }
  const resolved = segmentsOf(pathOfUrl(url));
  const before = resolved.length - segments.length;
  if (before < 0) return undefined;
  const isSame = segments.every(
    ({ text }, i) => text.includes('{{') || percentDecoded(text) === percentDecoded(resolved[before + i] ?? ''),
  );
  return isSame ? { segments, before } : undefined;
}

/** The value after a name in a query. */
export function valueAfter(block: RequestBlock, name: Range): Span | undefined {
  const line = [block.requestLine.target, ...block.continuations.map((c) => c.text)].find(
    ({ start, end }) => start <= name.start && name.end <= end,
  );
  if (line === undefined || line.text[name.end - line.start] !== '=') return undefined;
  const at = name.end - line.start + 1;
  const [text = ''] = /^[^&#]*/.exec(line.text.slice(at)) ?? [];
  return { start: line.start + at, end: line.start + at + text.length, text };
}
