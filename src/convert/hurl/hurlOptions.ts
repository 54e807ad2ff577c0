import { signIn } from '../import/auth/authentication.ts';
import { authWord } from '../import/auth/authWord.ts';
import type { RequestDraft } from '../import/draft.ts';
import { variableName } from '../import/layout/fileNames.ts';
import type { AddNote } from '../import/importResult.ts';
import type { HurlLine } from './hurlFile.ts';
import { hurlField } from './hurlText.ts';

/** Parts that the options of an entry add to its request. */
export interface HurlOptions {
  readonly directives: readonly string[];
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly before: string;
  readonly version?: RequestDraft['version'];
  readonly followsRedirects: boolean;
}

/** Options that do not change what is sent or tested. */
const ofOutput = /^(?:verbose|very-verbose|verbosity|output|color|no-color|compressed|path-as-is|repeat-delay|curl)$/;

/** A variable's value that is not text. */
const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/;

const isOn = (value: string): boolean => value === 'true';

/** Directives with the same meaning as an option. */
const flags: Readonly<Record<string, string>> = {
  insecure: 'insecure',
  'location-trusted': 'keep-auth-on-redirect',
  skip: 'disabled',
  'no-cookie-store': 'no-cookie-jar',
};
const words: Readonly<Record<string, string>> = { cacert: 'cacert', key: 'key', resolve: 'resolve' };
const times: Readonly<Record<string, string>> = { 'connect-timeout': 'connect-timeout', 'max-time': 'timeout' };
const versions: Readonly<Record<string, RequestDraft['version']>> = { 'http1.0': '1.0', 'http1.1': '1.1', http2: '2' };

/** Reads the options of an entry. The last one of a name applies. */
export function hurlOptions(lines: readonly HurlLine[], addNote: AddNote): HurlOptions {
  const directives: string[] = [];
  const variables: (readonly [string, string])[] = [];
  const headers: { name: string; value: string }[] = [];
  const before: string[] = [];
  let version: RequestDraft['version'];
  let followsRedirects = false;
  const given = new Map<string, string>();
  for (const { text } of lines) {
    const { name, value } = hurlField(text, addNote);
    if (name === 'variable') {
      const [, variable = '', content = ''] = /^([^=]+)=([^]*)$/.exec(value) ?? [];
      const written = content.trim();
      // Numbers and the like keep their type, which text of a file has not.
      if (literal.test(written)) before.push(`tool.setVar(${JSON.stringify(variableName(variable))}, ${written});`);
      else variables.push([variableName(variable), unquoted(written)]);
    } else if (name === 'header') headers.push(hurlField(value, addNote));
    else given.set(name, value);
  }
  for (const [name, value] of given) {
    if (name === 'location' || name === 'location-trusted') followsRedirects ||= isOn(value);
    if (name === 'location' || ofOutput.test(name)) continue;
    const time = Object.hasOwn(times, name) || name === 'delay' ? milliseconds(value, name === 'delay' ? 1 : 1000) : undefined;
    if (Object.hasOwn(flags, name)) {
      if (isOn(value)) directives.push(flags[name] ?? '');
    } else if (Object.hasOwn(words, name)) directives.push(`${words[name]} ${authWord(value, addNote)}`);
    else if (Object.hasOwn(versions, name)) {
      if (isOn(value)) version = versions[name];
    } else if (name === 'delay' && time !== undefined) before.push(`await tool.sleep(${time});`);
    else if (time !== undefined) directives.push(`${times[name]} ${time}ms`);
    else if (!other(name, value, given, directives, addNote)) addNote('warning', `The option ${name} is not carried over.`);
  }
  return {
    directives,
    variables,
    headers,
    before: before.join('\n'),
    followsRedirects,
    ...(version === undefined ? {} : { version }),
  };
}

/** Handles options that need more than their value. Returns whether the option is converted. */
function other(name: string, value: string, given: ReadonlyMap<string, string>, directives: string[], addNote: AddNote): boolean {
  switch (name) {
    case 'cert': {
      const [, file = value, passphrase] = /^((?:[A-Za-z]:)?[^:]*):([^]*)$/.exec(value) ?? [];
      directives.push(`cert ${authWord(file, addNote)}`);
      if (passphrase !== undefined) directives.push(`passphrase ${authWord(passphrase, addNote)}`);
      return true;
    }
    case 'max-redirs':
      if (/^\d+$/.test(value)) directives.push(`max-redirects ${value}`);
      return /^-?\d+$/.test(value);
    case 'proxy':
      directives.push(`proxy ${authWord(/^\w+:\/\//.test(value) ? value : `http://${value}`, addNote)}`);
      return true;
    case 'user': {
      const [, username = value, password = ''] = /^([^:]*):([^]*)$/.exec(value) ?? [];
      // Only as Basic or Digest: other credentials never send the password.
      if (given.has('aws-sigv4') || ['ntlm', 'negotiate'].some((option) => given.get(option) === 'true')) return false;
      const type = given.get('digest') === 'true' ? 'digest' : 'basic';
      directives.push(...signIn(type, (field) => (field === 'username' ? username : password), addNote).directives);
      return true;
    }
    case 'digest':
      return given.has('user') || !isOn(value);
    default:
      return value === 'false';
  }
}

/** Milliseconds of a time with a unit; undefined for other texts. */
function milliseconds(value: string, unit: number): number | undefined {
  const [, count, word = ''] = /^(\d+)\s*(ms|s|m|h)?$/.exec(value) ?? [];
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  return count === undefined ? undefined : Number(count) * (units[word] ?? unit);
}

const unquoted = (value: string): string => /^"([^]*)"$/.exec(value)?.[1] ?? value;
