import { ReqError } from '../../../base/reqError.ts';
import { folderOf, resolvePath, type BlockContext } from '../../../language/index.ts';
import type { Host } from '../../ports/host.ts';
import type { JwtCall } from '../../script/scriptTypes.ts';
import { decodeJwt, signJwt, verifyJwt, type JwtKey } from './jwt.ts';
import { readKey } from '../openAuth.ts';

/** The keys of a script. It names them, but cannot read them. */
export interface ScriptKeys {
  /** The script's file, to which paths of key files are relative. */
  readonly file: string;
  readonly context: Pick<BlockContext, 'collection'>;
  readonly host: Pick<Host, 'mayRead' | 'readFile' | 'now'>;
  readonly signal: AbortSignal;
  /** Fills in the placeholders of a key. A key that signs makes the script's changes secret. */
  readonly fill: (text: string, signs: boolean) => Promise<string>;
  /** Called before a key file is used for signing. Rejects if the script may not use it. */
  readonly read: () => unknown;
  /** Called with each new token, which is masked. */
  readonly signed: (token: string) => void;
}

type Options = Readonly<Record<string, unknown>>;

const wrong = (message: string): ReqError => new ReqError('script', message);

/**
 * Handles a call of `tool.jwt`: returns a token for `sign`, else JSON text.
 * @throws {ReqError} with the reason for the script
 */
export async function jwtOfScript({ name, args }: JwtCall, keys: ScriptKeys): Promise<string> {
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
    return verifyJwt(first as string, algorithm, key, {
      now: keys.host.now(),
      audience: text('audience'),
      issuer: text('issuer'),
      tolerance,
    });
  }
  const { headers = {} } = options;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) throw wrong('tool.jwt.sign: headers is an object.');
  const token = signJwt(algorithm, key, JSON.stringify(first), JSON.stringify(headers));
  keys.signed(token);
  return token;
}

async function keyOf(
  name: JwtCall['name'],
  text: (option: string) => string | undefined,
  { file, context, host, signal, fill, read }: ScriptKeys,
): Promise<JwtKey> {
  const [key, keyFile, encoding] = [text('key'), text('keyFile'), text('encoding')];
  if (encoding !== undefined && encoding !== 'text' && encoding !== 'base64')
    throw wrong(`tool.jwt.${name}: encoding is "text" or "base64".`);
  const isBase64 = encoding === 'base64';
  if (key !== undefined && keyFile === undefined) return { text: await fill(key, name === 'sign'), isBase64 };
  if (key !== undefined || keyFile === undefined) throw wrong(`tool.jwt.${name} needs either key or keyFile.`);
  const found = await readKey(resolvePath(folderOf(file), keyFile), { root: context.collection.root }, host, signal);
  if (name === 'sign') await read();
  return { text: found, isBase64 };
}
