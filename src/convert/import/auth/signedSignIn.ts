import { authWord, type SignIn } from './authWord.ts';
import { credential } from '../secrets/credentials.ts';
import type { AddNote } from '../importResult.ts';

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
export function signedSignIn(type: string, field: Field, addNote: AddNote): SignIn | undefined {
  const why = missing.get(type);
  if (why !== undefined) {
    addNote('warning', `Signing in with ${type} is not carried over. ${why}`);
    return { directives: [] };
  }
  const write = new Map(Object.entries({ jwt, asap, oauth1, wsse, hawk })).get(type);
  return write === undefined ? undefined : { directives: [`auth ${write(field, addNote)}`] };
}

const joined = (...words: readonly string[]): string => words.filter((w) => w !== '').join(' ');

const option = (name: string, value: string, addNote: AddNote): string => (value === '' ? '' : `${name}=${authWord(value, addNote)}`);

const secretOption = (name: string, secret: string, value: string, addNote: AddNote): string =>
  value === '' ? '' : `${name}=${authWord(credential(secret, value), addNote)}`;

/** A PEM key on one line: the signers read `\n` as a line break. */
const onOneLine = (key: string): string => key.trim().replace(/\r?\n/g, String.raw`\n`);

/** A JSON object as an option. Quoted options have no escapes, so quotes in the text become JSON escapes. */
function objectOption(name: string, text: string, addNote: AddNote): string {
  const value = text.trim();
  return value === '' || value === '{}' ? '' : option(name, value.replaceAll("'", String.raw`\u0027`), addNote);
}

function wsse(field: Field, addNote: AddNote): string {
  return `wsse ${authWord(field('username'), addNote)} ${authWord(credential('password', field('password')), addNote)}`;
}

function hawk(field: Field, addNote: AddNote): string {
  if (field('nonce') !== '' || field('timestamp') !== '') addNote('information', 'Nonce and time of Hawk are made when sending.');
  return joined(
    'hawk',
    authWord(field('authId', 'id'), addNote),
    authWord(credential('hawkKey', field('authKey', 'key')), addNote),
    option('algorithm', field('algorithm') === 'sha256' ? '' : field('algorithm'), addNote),
    option('ext', field('extraData', 'ext'), addNote),
    option('app', field('app'), addNote),
    option('dlg', field('delegation', 'dlg'), addNote),
    yes.test(field('includePayloadHash', 'validatePayload')) ? '' : 'payload=false',
  );
}

function oauth1(field: Field, addNote: AddNote): string {
  if (field('nonce') !== '' || field('timestamp') !== '') addNote('information', 'Nonce and time of OAuth 1.0a are made when sending.');
  const method = field('signatureMethod', 'signature_method').toUpperCase();
  const isRsa = method.startsWith('RSA');
  const key = isRsa
    ? credential('consumerPrivateKey', onOneLine(field('privateKey', 'private_key')))
    : credential('consumerSecret', field('consumerSecret', 'consumer_secret'));
  return joined(
    'oauth1',
    authWord(field('consumerKey', 'consumer_key'), addNote),
    authWord(key, addNote),
    secretOption('token', 'oauthToken', field('token', 'tokenKey', 'access_token', 'accessToken'), addNote),
    secretOption(
      'token-secret',
      'oauthTokenSecret',
      field('tokenSecret', 'token_secret', 'access_token_secret', 'accessTokenSecret'),
      addNote,
    ),
    method === 'HMAC-SHA1' ? '' : option('method', method, addNote),
    no.test(field('addParamsToHeader')) ? 'in=query' : '',
    option('realm', field('realm'), addNote),
    option('callback', field('callback', 'callbackUrl', 'callback_url'), addNote),
    option('verifier', field('verifier'), addNote),
    yes.test(field('includeBodyHash', 'include_body_hash')) ? 'body-hash=true' : '',
  );
}

function jwt(field: Field, addNote: AddNote): string {
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
    `alg=${authWord(algorithm, addNote)}`,
    `key=${authWord(key, addNote)}`,
    isSecret && yes.test(field('isSecretBase64Encoded', 'secretBase64')) ? 'encoding=base64' : '',
    objectOption('claims', field('payload', 'claims'), addNote),
    objectOption('headers', field('header', 'headers'), addNote),
    isQuery ? 'in=query' : '',
    name === (isQuery ? 'token' : 'Authorization') ? '' : option('name', name, addNote),
    isQuery || prefix === 'Bearer' ? '' : option('prefix', prefix, addNote),
  );
}

/** Atlassian's service authentication: a JWT with `kid` and a new `jti`. */
function asap(field: Field, addNote: AddNote): string {
  const claim = (name: string, value: string): readonly string[] => (value === '' ? [] : [`"${name}": ${JSON.stringify(value)}`]);
  const claims = [
    ...claim('iss', field('iss', 'issuer')),
    ...claim('sub', field('sub', 'subject')),
    ...claim('aud', field('aud', 'audience')),
  ];
  if (field('claims', 'additionalClaims').trim() !== '')
    addNote('warning', 'The additional claims of ASAP are not carried over: add them to claims=.');
  addNote('information', 'ASAP becomes a JWT. Add a new ID to its claims if the server needs one: "jti": "{{$uuid}}".');
  return joined(
    'jwt',
    `alg=${authWord(field('alg', 'algorithm') || 'RS256', addNote)}`,
    `key=${authWord(credential('asapPrivateKey', onOneLine(field('privateKey'))), addNote)}`,
    objectOption('claims', `{${claims.join(', ')}}`, addNote),
    objectOption('headers', `{"kid": ${JSON.stringify(field('kid', 'keyId'))}}`, addNote),
  );
}
