import { ReqError } from '../../base/reqError.ts';
import type { JwtCall } from '../script/scriptTypes.ts';
import { decodeJwt, signJwt, verifyJwt, type JwtKey } from './jwt.ts';

/** The keys of a script, which it names but does not see. `signs` is false if the key only verifies. */
export interface JwtKeys {
  /** Fills in the placeholders of a key. */
  readonly text: (text: string, signs: boolean) => Promise<string>;
  readonly file: (path: string, signs: boolean) => Promise<string>;
  /** Called with each new token, which is masked. */
  readonly signed: (token: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Options = Readonly<Record<string, unknown>>;

const wrong = (message: string): ReqError => new ReqError('script', message);

/**
 * Answers a call of `tool.jwt`: a token for `sign`, else JSON text.
 * @throws {ReqError} with the reason, as the script gets it
 */
export async function jwtOfScript({ name, args }: JwtCall, keys: JwtKeys): Promise<string> {
  const [first, options] = JSON.parse(args) as readonly [unknown, Options];
  if (name === 'decode') {
    const { header, claims, signature } = decodeJwt(first as string);
    return `{"header":${header},"claims":${claims},"signature":${JSON.stringify(signature)}}`;
  }
  const text = (option: string): string | undefined => {
    const value = options[option];
    if (value === undefined || typeof value === 'string') return value;
    throw wrong(`tool.jwt.${name}: ${option} is a text.`);
  };
  const algorithm = text('alg');
  if (algorithm === undefined) throw wrong(`tool.jwt.${name} needs alg, such as "HS256".`);
  const key = await keyOf(name, text, keys);
  if (name === 'verify') {
    const { tolerance = 0 } = options;
    if (typeof tolerance !== 'number') throw wrong('tool.jwt.verify: tolerance is a number of seconds.');
    return verifyJwt(first as string, algorithm, key, { now: keys.now(), audience: text('audience'), issuer: text('issuer'), tolerance });
  }
  const { headers = {} } = options;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) throw wrong('tool.jwt.sign: headers is an object.');
  const token = signJwt(algorithm, key, JSON.stringify(first), JSON.stringify(headers));
  keys.signed(token);
  return token;
}

async function keyOf(name: JwtCall['name'], text: (option: string) => string | undefined, keys: JwtKeys): Promise<JwtKey> {
  const [key, file, encoding] = [text('key'), text('keyFile'), text('encoding')];
  if ((key === undefined) === (file === undefined)) throw wrong(`tool.jwt.${name} needs either key or keyFile.`);
  if (encoding !== undefined && encoding !== 'text' && encoding !== 'base64')
    throw wrong(`tool.jwt.${name}: encoding is "text" or "base64".`);
  const signs = name === 'sign';
  const value = key === undefined ? await keys.file(file ?? '', signs) : await keys.text(key, signs);
  return { text: value, isBase64: encoding === 'base64' };
}
