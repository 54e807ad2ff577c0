import { streamKind, type StreamKind } from '../../../base/events/streamKind.ts';
import { charsetOf, charsetWarning } from './bodyCharset.ts';

export interface ContentTypeFacts {
  readonly stream: StreamKind | undefined;
  readonly charset: string | undefined;
  /** Set if the charset is unknown. */
  readonly warning: string | undefined;
}

/** Cache of one entry: responses of a run mostly share a Content-Type, and looking up an encoding is slow. */
let latest: { readonly contentType: string | undefined; readonly facts: ContentTypeFacts } | undefined;

export function contentTypeFacts(contentType: string | undefined): ContentTypeFacts {
  if (latest === undefined || latest.contentType !== contentType) {
    const facts = { stream: streamKind(contentType), charset: charsetOf(contentType), warning: charsetWarning(contentType) };
    latest = { contentType, facts };
  }
  return latest.facts;
}
