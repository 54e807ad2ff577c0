import { parseJson } from '../../../base/json/json.ts';
import type { Range } from '../../../base/text/text.ts';
import { isObjectValue, valueToJson } from '../../../base/values/value.ts';
import { authEntry } from '../../catalog/authCatalog.ts';
import type { OAuth1Method } from '../../catalog/signatures.ts';
import type { Word } from '../../syntax/lineWords.ts';
import type { Filler } from '../values/fill.ts';
import { fillJsonTemplate } from '../values/jsonTemplate.ts';
import { lifetime } from './lifetime.ts';
import type { HawkAuth, JwtAuth, KeySource, OAuth1Auth, RequestAuth } from './requestAuth.ts';
import type { WrittenAuth } from './written.ts';

type Fail = (message: string, at: Range) => void;
type SignatureKind = 'jwt' | 'oauth1' | 'wsse' | 'hawk';

/**
 * Evaluates the arguments of a kind whose credentials are computed from the message when it is sent.
 * @param file the shared file that contains it; undefined for the request's own
 */
export function signatureOf(
  kind: SignatureKind,
  { words, options, inFile }: WrittenAuth,
  filler: Filler,
  fail: Fail,
  file: string | undefined,
): RequestAuth {
  const text = (word: Word | undefined): string =>
    word === undefined ? '' : filler.text({ written: '', template: { parts: word.parts, notPlaceholders: [] }, inFile });
  const [first = '', second = ''] = words.map(text);
  const option = (name: string): string | undefined => text(options.get(name)) || undefined;
  const object = (name: string): string => objectText(name, options.get(name), filler, inFile, fail);
  if (kind === 'wsse') return { kind, user: first, password: second };
  return { hawk, oauth1, jwt }[kind]();

  function hawk(): HawkAuth {
    const [ext, app, dlg] = [option('ext'), option('app'), option('dlg')];
    const [word] = words;
    if (dlg !== undefined && app === undefined && word !== undefined) fail('@auth hawk: dlg= needs app=.', word.range);
    return {
      kind: 'hawk',
      id: first,
      key: second,
      algorithm: choice('algorithm') === 'sha1' ? 'sha1' : 'sha256',
      ext,
      app,
      dlg,
      hashesBody: choice('payload') !== 'false',
    };
  }

  function oauth1(): OAuth1Auth {
    return {
      kind: 'oauth1',
      consumerKey: first,
      key: keyFile() ?? { kind: 'text', text: second },
      token: option('token'),
      tokenSecret: option('token-secret') ?? '',
      method: (choice('method') as OAuth1Method | undefined) ?? 'HMAC-SHA1',
      in: (choice('in') as OAuth1Auth['in'] | undefined) ?? 'header',
      realm: option('realm'),
      callback: option('callback'),
      verifier: option('verifier'),
      hashesBody: choice('body-hash') === 'true',
    };
  }

  function jwt(): JwtAuth {
    const isQuery = choice('in') === 'query';
    const name = option('name');
    return {
      kind: 'jwt',
      algorithm: choice('alg') ?? 'HS256',
      key: keyFile() ?? { kind: 'text', text: text(options.get('key')) },
      isBase64: choice('encoding') === 'base64',
      claims: object('claims'),
      headers: object('headers'),
      lifetimeMs: lifetime(option('ttl') ?? '5m'),
      place: isQuery
        ? { in: 'query', name: name ?? 'token' }
        : { in: 'header', name: name ?? 'Authorization', prefix: options.has('prefix') ? text(options.get('prefix')) : 'Bearer' },
    };
  }

  function keyFile(): KeySource | undefined {
    const path = option('key-file');
    return path === undefined ? undefined : { kind: 'file', file: { path, from: file } };
  }

  /** The value of an option that only allows certain values. */
  function choice(name: string): string | undefined {
    const value = option(name);
    const values = authEntry(kind)?.options.find((o) => o.name === name)?.values;
    const word = options.get(name);
    if (value === undefined || word === undefined || values?.includes(value) === true) return value;
    fail(`${name} is ${values?.join(' or ')}, and not ${JSON.stringify(value)}.`, word.range);
    return undefined;
  }
}

/** The JSON text of an object that an option contains. */
function objectText(name: string, word: Word | undefined, filler: Filler, inFile: boolean, fail: Fail): string {
  if (word === undefined) return '{}';
  const pieces = fillJsonTemplate(word.parts, (p, inString) => filler.value(p, inFile, inString), 'in strings');
  const value = parseJson(pieces.map((p) => p.text).join(''));
  if (value !== undefined && isObjectValue(value)) return valueToJson(value);
  fail(`${name} is a JSON object in quotes, such as '{"sub": "me"}'.`, word.range);
  return '{}';
}
