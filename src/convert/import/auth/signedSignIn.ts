import { authWord, type SignIn } from './authWord.ts';
import { credential } from '../secrets/credentials.ts';
import type { Tell } from '../importResult.ts';

type Field = (...names: readonly string[]) => string;

const yes = /^(?:true|1|yes)$/i;
const no = /^(?:false|0|no)$/i;

/** Reasons why a kind of authentication is not imported. */
const missing: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ntlm: 'Req does not sign in with NTLM.',
    negotiate: 'Req does not sign in with Negotiate.',
    edgegrid: 'Req does not sign for Akamai EdgeGrid: write a script.',
  }),
);

/** The `# @auth` of authentication types that sign a message; undefined for other types. Texts may contain marks. */
export function signedSignIn(type: string, field: Field, tell: Tell): SignIn | undefined {
  const why = missing.get(type);
  if (why !== undefined) {
    tell('warning', `Signing in with ${type} is not carried over. ${why}`);
    return { directives: [] };
  }
  const write = new Map(Object.entries({ jwt, asap, oauth1, wsse, hawk })).get(type);
  return write === undefined ? undefined : { directives: [`auth ${write(field, tell)}`] };
}

const joined = (...words: readonly string[]): string => words.filter((w) => w !== '').join(' ');

const option = (name: string, value: string, tell: Tell): string => (value === '' ? '' : `${name}=${authWord(value, tell)}`);

const secretOption = (name: string, secret: string, value: string, tell: Tell): string =>
  value === '' ? '' : `${name}=${authWord(credential(secret, value), tell)}`;

/** A PEM key on one line: the signers read `\n` as a line break. */
const onOneLine = (key: string): string => key.trim().replace(/\r?\n/g, String.raw`\n`);

/** A JSON object as an option. Quoted options have no escapes, so quotes in the text become JSON escapes. */
function objectOption(name: string, text: string, tell: Tell): string {
  const value = text.trim();
  return value === '' || value === '{}' ? '' : option(name, value.replaceAll("'", String.raw`\u0027`), tell);
}

function wsse(field: Field, tell: Tell): string {
  return `wsse ${authWord(field('username'), tell)} ${authWord(credential('password', field('password')), tell)}`;
}

function hawk(field: Field, tell: Tell): string {
  if (field('nonce') !== '' || field('timestamp') !== '') tell('information', 'Nonce and time of Hawk are made when sending.');
  return joined(
    'hawk',
    authWord(field('authId', 'id'), tell),
    authWord(credential('hawkKey', field('authKey', 'key')), tell),
    option('algorithm', field('algorithm') === 'sha256' ? '' : field('algorithm'), tell),
    option('ext', field('extraData', 'ext'), tell),
    option('app', field('app'), tell),
    option('dlg', field('delegation', 'dlg'), tell),
    yes.test(field('includePayloadHash', 'validatePayload')) ? '' : 'payload=false',
  );
}

function oauth1(field: Field, tell: Tell): string {
  if (field('nonce') !== '' || field('timestamp') !== '') tell('information', 'Nonce and time of OAuth 1.0a are made when sending.');
  const method = field('signatureMethod', 'signature_method').toUpperCase();
  const isRsa = method.startsWith('RSA');
  const key = isRsa
    ? credential('consumerPrivateKey', onOneLine(field('privateKey', 'private_key')))
    : credential('consumerSecret', field('consumerSecret', 'consumer_secret'));
  return joined(
    'oauth1',
    authWord(field('consumerKey', 'consumer_key'), tell),
    authWord(key, tell),
    secretOption('token', 'oauthToken', field('token', 'tokenKey', 'access_token', 'accessToken'), tell),
    secretOption(
      'token-secret',
      'oauthTokenSecret',
      field('tokenSecret', 'token_secret', 'access_token_secret', 'accessTokenSecret'),
      tell,
    ),
    method === 'HMAC-SHA1' ? '' : option('method', method, tell),
    no.test(field('addParamsToHeader')) ? 'in=query' : '',
    option('realm', field('realm'), tell),
    option('callback', field('callback', 'callbackUrl', 'callback_url'), tell),
    option('verifier', field('verifier'), tell),
    yes.test(field('includeBodyHash', 'include_body_hash')) ? 'body-hash=true' : '',
  );
}

function jwt(field: Field, tell: Tell): string {
  const algorithm = field('algorithm', 'alg') || 'HS256';
  const isSecret = algorithm.startsWith('HS');
  const key = isSecret
    ? credential('jwtSecret', field('secret'))
    : credential('jwtPrivateKey', onOneLine(field('privateKey', 'private_key') || field('secret')));
  const isQuery = /^query/i.test(field('addTokenTo', 'location'));
  const prefix = field('headerPrefix');
  const name = isQuery ? field('queryParamKey', 'name') : field('name');
  return joined(
    'jwt',
    `alg=${authWord(algorithm, tell)}`,
    `key=${authWord(key, tell)}`,
    isSecret && yes.test(field('isSecretBase64Encoded', 'secretBase64')) ? 'encoding=base64' : '',
    objectOption('claims', field('payload', 'claims'), tell),
    objectOption('headers', field('header', 'headers'), tell),
    isQuery ? 'in=query' : '',
    name === (isQuery ? 'token' : 'Authorization') ? '' : option('name', name, tell),
    isQuery || prefix === 'Bearer' ? '' : option('prefix', prefix, tell),
  );
}

/** Atlassian's service authentication: a JWT with `kid` and a new `jti`. */
function asap(field: Field, tell: Tell): string {
  const claim = (name: string, value: string): readonly string[] => (value === '' ? [] : [`"${name}": ${JSON.stringify(value)}`]);
  const claims = [
    ...claim('iss', field('iss', 'issuer')),
    ...claim('sub', field('sub', 'subject')),
    ...claim('aud', field('aud', 'audience')),
  ];
  if (field('claims', 'additionalClaims').trim() !== '')
    tell('warning', 'The additional claims of ASAP are not carried over: add them to claims=.');
  tell('information', 'ASAP becomes a JWT. Add a new ID to its claims if the server needs one: "jti": "{{$uuid}}".');
  return joined(
    'jwt',
    `alg=${authWord(field('alg', 'algorithm') || 'RS256', tell)}`,
    `key=${authWord(credential('asapPrivateKey', onOneLine(field('privateKey'))), tell)}`,
    objectOption('claims', `{${claims.join(', ')}}`, tell),
    objectOption('headers', `{"kid": ${JSON.stringify(field('kid', 'keyId'))}}`, tell),
  );
}
