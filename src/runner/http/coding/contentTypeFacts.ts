import type { StreamKind } from '../../ports/events.ts';
import { streamKind } from '../../stream/kind.ts';
import { charsetOf, charsetWarning } from './bodyCharset.ts';

/** What a Content-Type says of how a body is read. */
export interface ContentTypeFacts {
  readonly stream: StreamKind | undefined;
  readonly charset: string | undefined;
  /** Why the text is not read as it says. */
  readonly warning: string | undefined;
}

/** The last one that was looked at: a run is answered with the same one again and again, and looking at an encoding is slow. */
let latest: { readonly contentType: string | undefined; readonly facts: ContentTypeFacts } | undefined;

export function contentTypeFacts(contentType: string | undefined): ContentTypeFacts {
  if (latest === undefined || latest.contentType !== contentType) {
    const facts = { stream: streamKind(contentType), charset: charsetOf(contentType), warning: charsetWarning(contentType) };
    latest = { contentType, facts };
  }
  return latest.facts;
}
