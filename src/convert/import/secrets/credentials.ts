import { secretNamed } from '../../../language/index.ts';
import { isRandomText, secretsByForm } from '../../../language/onDemand.ts';
import { credentialMark, piecesOf } from '../../text/marks.ts';

/** Values that users replace with a credential. */
const toFillIn = /^(?:x{3,}|\*{2,}|\.{3,}|•+|(?:insert|your|my|the)[-_ ].*|change-?me|todo|string|.*<[^<>]*>.*|\{[^{}]*\}|\[[^[\]]*\])$/i;

/** Whether a text is a literal credential: no placeholders, nothing to fill in. */
export const isCredential = (value: string): boolean =>
  value.trim() !== '' && !toFillIn.test(value.trim()) && piecesOf(value).every((p) => p.kind === 'text');

/** Marks the value of a secret field. `name` is the name for the secret, such as `password` or `token`. */
export const credential = (name: string, value: string): string => (isCredential(value) ? credentialMark(secretName(name), value) : value);

/** The name of a field or header as the name of a secret: `X-Api-Key` becomes `apiKey`. */
export const secretName = (name: string): string => {
  const clean = name
    .replace(/^x-/i, '')
    .replace(/[-\s]+(\w)/g, (_, c: string) => c.toUpperCase())
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+(?=\w)|_+$/g, '')
    .slice(0, 60);
  return /^[A-Za-z_]/.test(clean) ? (clean[0] ?? '').toLowerCase() + clean.slice(1) : `secret_${clean}`;
};

export interface CredentialPart {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

const keyHeader = /(?:^|[-_])(?:token|secret|password|api-?key|apikey|auth-?key|access-?key|private-?key|signature)$/i;

/** The credential in a header's value; undefined if there is none. */
export function credentialInHeader(header: string, value: string): CredentialPart | undefined {
  const whole = (name: string): CredentialPart => ({ start: 0, end: value.length, name });
  if (/^(?:set-)?cookie$/i.test(header)) return whole('cookie');
  if (!/^(?:proxy-)?authorization$/i.test(header)) return keyHeader.test(header) ? whole(header) : undefined;
  const [, start = '', scheme = ''] = /^((\S+)\s+)(?=\S)/.exec(value) ?? [];
  // A scheme without credentials.
  if (start === '') return /^(?:basic|bearer|digest|token)$/i.test(value.trim()) ? undefined : whole('authorization');
  const rest = value.slice(start.length);
  if (/^(?:basic|digest)$/i.test(scheme)) {
    // Credentials that are not encoded: `Basic user password`, `Basic user:password`.
    const open = /^(\S+\s+|[^\s:]+:)\S+$/.exec(rest);
    if (open !== null) return { start: start.length + (open[1] ?? '').length, end: value.length, name: 'password' };
  }
  const name = /^basic$/i.test(scheme) ? 'basicCredentials' : /^(?:bearer|token)$/i.test(scheme) ? 'token' : 'authorization';
  return { start: start.length, end: value.length, name };
}

/** Marks the credential in a header's value. */
export function markedHeader(name: string, value: string): string {
  const found = credentialInHeader(name, value);
  if (found === undefined) return value;
  return value.slice(0, found.start) + credential(found.name, value.slice(found.start, found.end));
}

/** Marks the credential in a field that is switched off, `name=value` or `name: value`, which becomes a comment. */
export function markedOff(field: string): string {
  const [whole, start = '', name = '', value = ''] = /^(([^=:\s]+)[=:]\s*)(\S[^]*)$/.exec(field) ?? [];
  if (whole === undefined || noCredential.test(value.trim())) return field;
  return start + (credentialInHeader(name, value) === undefined ? markedVariable(name, value) : markedHeader(name, value));
}

/** Variable names of credentials such as `password`, `apiToken`, `client_secret`, but not `tokenUrl`. */
const credentialName =
  /(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|auth|private|secret|signing|encryption)[-_. ]?key|credentials?)[-_. ]?\d*$/i;
/** Values that are flags, URLs or paths: `useToken` is `true`, the `token` of a page is `2`. */
const noCredential = /^(?:true|false|null|none|yes|no|on|off|\d{1,3}|(?:https?:\/\/|\.{0,2}\/).*)$/i;
/** Names of tokens that are places in a list. */
const placeName = /(?:page|next|previous|prev|sync|delta|continuation|cursor|start|resume|skip)[-_.]?token$/i;

/** Whether the name of a variable or a field is that of a credential. */
export const isNamedAsCredential = (name: string): boolean => credentialName.test(name) && !placeName.test(name);

/** Whether the whole value of a variable or a field is a credential, by its name. */
export const isCredentialField = (name: string, value: string): boolean =>
  isCredential(value) &&
  ((isNamedAsCredential(name) && !noCredential.test(value.trim())) || (secretNamed(name) && !placeName.test(name) && isRandomText(value)));

/** Marks the value of a variable if its name or form suggests a credential. */
export function markedVariable(name: string, value: string): string {
  if (!isCredential(value)) return value;
  const [found] = secretsByForm(value);
  if (found !== undefined && found.value !== value)
    return value.slice(0, found.start) + credentialMark(secretName(name), found.value) + value.slice(found.start + found.value.length);
  return found !== undefined || isCredentialField(name, value) ? credentialMark(secretName(name), value) : value;
}
