import { maskText } from '../../../base/masks/mask.ts';
import type { Header } from '../../../language/index.ts';
import type { RunEvent } from '../../ports/events.ts';

/** Parts of a request that are shown as `•••` as a whole. */
export interface PartsToHide {
  readonly url: boolean;
  readonly headers: boolean;
  readonly body: boolean;
}

/**
 * Parts of a run's request with text derived from a secret that the mask would not find, because it is too long, too short, or in too many
 * pieces.
 */
export class HiddenParts implements PartsToHide {
  url = false;
  headers = false;
  body = false;

  get any(): boolean {
    return this.url || this.headers || this.body;
  }

  add({ url, headers, body }: PartsToHide): void {
    this.url ||= url;
    this.headers ||= headers;
    this.body ||= body;
  }

  addAll(): void {
    this.add({ url: true, headers: true, body: true });
  }

  /** Replaces the hidden parts of a masked event. */
  hide(e: RunEvent): RunEvent {
    if (!this.any) return e;
    if (e.kind === 'redirect') return { ...e, url: this.url ? originOf(e.url) : e.url };
    if (e.kind !== 'sending') return e;
    const { request: r } = e;
    const isHeadHidden = this.url || this.headers;
    return {
      ...e,
      request: {
        ...r,
        url: this.url ? originOf(r.url) : r.url,
        wireUrl: this.url ? originOf(r.wireUrl) : r.wireUrl,
        headers: this.headers ? r.headers.map(([name]): Header => [name, maskText]) : r.headers,
        head: isHeadHidden && r.head !== undefined ? maskText : r.head,
        bodyText: this.body && r.bodyText !== undefined ? maskText : r.bodyText,
      },
      body: this.body ? e.body.map((part) => (part.kind === 'text' ? { ...part, text: maskText } : part)) : e.body,
    };
  }
}

/** Scheme, host and port of a URL, without user information. */
function originOf(url: string): string {
  const [scheme = '', authority = ''] = /^([^/?#]*\/\/)([^/?#]*)/.exec(url)?.slice(1) ?? [];
  return `${scheme}${authority.slice(authority.lastIndexOf('@') + 1)}/${maskText}`;
}
