import type { Range } from '../../../base/text/text.ts';
import type { Word } from '../../syntax/lineWords.ts';
import { parseJson } from '../../../base/json/json.ts';
import type { DiagnosticId } from '../../diagnostic.ts';
import type { TokenSource } from './token.ts';
import { fillJsonTemplate } from '../values/jsonTemplate.ts';
import { isArrayValue, valueToText } from '../../../base/values/value.ts';
import { base64 } from '../values/filters.ts';
import type { Filler } from '../values/fill.ts';
import type { Header } from '../request/resolvedRequest.ts';
import type { RequestAuth } from './requestAuth.ts';
import { lifetime } from './lifetime.ts';
import { signatureOf } from './signatureOf.ts';
import type { WrittenAuth } from './written.ts';

/** The result of `# @auth` or of an `Authorization` header in short form. */
export type Authentication =
  | { readonly kind: 'none' }
  | { readonly kind: 'header'; readonly header: Header }
  | { readonly kind: 'query'; readonly name: string; readonly value: string }
  | { readonly kind: 'signed'; readonly auth: RequestAuth };

export interface AuthListener {
  /** Reports invalid arguments with their range. */
  readonly fail: (message: string, at: Range, id?: DiagnosticId) => void;
  /** Adds credentials to the secrets that are masked, even if their parts are not secrets. */
  readonly hide: (credentials: string) => void;
}

/**
 * Evaluates the arguments of an authentication.
 * @param file the shared file that contains it; undefined for the request's own
 */
export function authenticate(auth: WrittenAuth, filler: Filler, { fail, hide }: AuthListener, file?: string): Authentication {
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
    case 'oauth2':
      return { kind: 'header', header: ['Authorization', `Bearer ${token({ kind: 'oauth2', id: first ?? '', which: 'access' })}`] };
    case 'command': {
      const ttlMs = lifetime(text(options.get('ttl')));
      const source = { kind: 'command', argv: list('argv'), env: list('env'), ttlMs, file } as const;
      return { kind: 'header', header: ['Authorization', `Bearer ${token(source)}`] };
    }
    case 'digest':
      return { kind: 'signed', auth: { kind: 'digest', user: first ?? '', password: second ?? '' } };
    case 'aws': {
      const option = (name: string): string | undefined => text(options.get(name)) || undefined;
      const place = { region: option('region'), service: option('service') };
      return { kind: 'signed', auth: { kind: 'aws', key: first ?? '', secret: second ?? '', token: option('token'), ...place } };
    }
    case 'jwt':
    case 'oauth1':
    case 'wsse':
    case 'hawk':
      return { kind: 'signed', auth: signatureOf(auth.kind, auth, filler, fail, file) };
    case 'apikey': {
      const name = first ?? '';
      const value = hidden(second ?? '');
      return text(options.get('in')) === 'query' ? { kind: 'query', name, value } : { kind: 'header', header: [name, value] };
    }
  }

  /** RFC 7617 §2, with UTF-8. A single word is `user:password`, or already base64, which has no colon. */
  function basic(): string {
    if (second === undefined) return first?.includes(':') === true ? `Basic ${hidden(base64(first))}` : `Basic ${first ?? ''}`;
    if (first?.includes(':') === true && words[0] !== undefined)
      fail('A user name of Basic cannot contain a colon (RFC 7617 §2).', words[0].range);
    return `Basic ${hidden(base64(`${first}:${second}`))}`;
  }

  function token(source: TokenSource): string {
    const result = filler.evaluation.token(source);
    if (result.ok) return valueToText(result.value);
    const at = words[0]?.range ?? options.get('argv')?.range ?? { start: 0, end: 0 };
    fail(`@auth ${auth.kind}: ${result.problem.message}.`, at, result.problem.id);
    return '';
  }

  function list(name: string): readonly string[] {
    const word = options.get(name);
    if (word === undefined) return [];
    const pieces = fillJsonTemplate(word.parts, (p, inString) => filler.value(p, inFile, inString), 'in strings');
    const value = parseJson(pieces.map((p) => p.text).join(''));
    if (value !== undefined && isArrayValue(value) && value.length > 0 && value.every((x) => typeof x === 'string')) return value;
    fail(`${name} is a list of texts, such as ["name", "argument"].`, word.range);
    return [];
  }

  function hidden(credentials: string): string {
    hide(credentials);
    return credentials;
  }
}
