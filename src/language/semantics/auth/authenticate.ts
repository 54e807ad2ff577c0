import type { Range } from '../../../base/text.ts';
import type { Word } from '../../syntax/words.ts';
import { base64 } from '../filters.ts';
import type { Filler } from '../fill.ts';
import type { Header, RequestAuth } from '../resolvedRequest.ts';
import type { WrittenAuth } from './written.ts';

/** What an `# @auth`, or a header in short form, comes to. */
export type Authentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'header'; readonly header: Header }
  | { readonly kind: 'query'; readonly name: string; readonly value: string }
  | { readonly kind: 'signed'; readonly auth: RequestAuth };

/** Takes what comes of looking an authentication up. */
export interface AuthListener {
  /** What cannot be used, and where. */
  readonly fail: (message: string, at: Range) => void;
  /** What lets somebody in is shown nowhere, whatever it was made of. */
  readonly hide: (credentials: string) => void;
}

/** Looks the words of an authentication up. */
export function authenticate(auth: WrittenAuth, filler: Filler, { fail, hide }: AuthListener): Authentication {
  const { words, options, inFile } = auth;
  const text = (word: Word | undefined): string =>
    word === undefined ? '' : filler.text({ written: '', template: { parts: word.parts, notPlaceholders: [] }, inFile });
  const [first, second] = words.map(text);
  switch (auth.kind) {
    case 'none':
      return { kind: 'none' };
    case 'basic':
      return { kind: 'header', header: ['Authorization', basic()] };
    case 'bearer':
      return { kind: 'header', header: ['Authorization', `Bearer ${hidden(first ?? '')}`] };
    case 'digest':
      return { kind: 'signed', auth: { kind: 'digest', user: first ?? '', password: second ?? '' } };
    case 'aws': {
      const option = (name: string): string | undefined => text(options.get(name)) || undefined;
      const place = { region: option('region'), service: option('service') };
      return { kind: 'signed', auth: { kind: 'aws', key: first ?? '', secret: second ?? '', token: option('token'), ...place } };
    }
    case 'apikey': {
      const name = first ?? '';
      const value = hidden(second ?? '');
      return text(options.get('in')) === 'query' ? { kind: 'query', name, value } : { kind: 'header', header: [name, value] };
    }
  }

  /** RFC 7617 §2; the text is UTF-8. One word is both, or in base64 already, which holds no colon. */
  function basic(): string {
    if (second === undefined) return first?.includes(':') === true ? `Basic ${hidden(base64(first))}` : `Basic ${first ?? ''}`;
    if (first?.includes(':') === true && words[0] !== undefined)
      fail('A user name of Basic cannot hold a colon (RFC 7617 §2).', words[0].range);
    return `Basic ${hidden(base64(`${first}:${second}`))}`;
  }

  function hidden(credentials: string): string {
    hide(credentials);
    return credentials;
  }
}
