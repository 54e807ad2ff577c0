import { variableName } from '../import/layout/fileNames.ts';
import type { AddNote } from '../import/importResult.ts';
import { placeholderMark, withoutMarks } from '../text/marks.ts';

/** Names in Req of the objects that Yaak's tags refer to. */
export interface YaakNames {
  /** The name of a request for its id; undefined if there is no such request. */
  request(id: string): string | undefined;
  /** The name of a secret for its encrypted value. */
  secret(encrypted: string): string;
}

const values: Readonly<Record<string, string>> = {
  'uuid.v4': '$uuid',
  'timestamp.unix': '$timestamp',
  'timestamp.unixMillis': '$datetime "x"',
  'timestamp.iso8601': '$isoTimestamp',
};

/** Marks the template tags of a text: `${[ name ]}`, `${[ function(a='b') ]}`. */
export const yaakText = (text: string, names: YaakNames, addNote: AddNote): string =>
  withoutMarks(text).replace(/\$\{\[([^\r\n]*?)\]\}/g, (whole, inner: string) => {
    const encrypted = /^secure\s*\(\s*value\s*=\s*'([^']*)'\s*\)$/.exec(inner.trim())?.[1];
    if (encrypted !== undefined) {
      const name = names.secret(encrypted);
      addNote('warning', `A value is encrypted in Yaak and cannot be read: store it as the secret ${name}.`);
      return placeholderMark(`$secret.${name}`);
    }
    const path = pathOf(inner.trim(), names);
    if (path !== undefined) return placeholderMark(path);
    addNote('warning', `The tag ${whole} is not carried over: it is text.`);
    return whole;
  });

function pathOf(inner: string, names: YaakNames): string | undefined {
  const [, name = '', given] = /^([\w.-]+)\s*(?:\(([^]*)\))?$/.exec(inner) ?? [];
  if (given === undefined) return name === '' ? undefined : variableName(name);
  const args = argumentsOf(given);
  // With a date, a timestamp is another value.
  if (Object.hasOwn(values, name)) return (args.get('date') ?? '') === '' ? values[name] : undefined;
  // Without a number of decimals it is a fraction of any length.
  if (name === 'random.range') return args.get('decimals') === '0' ? integerIn(args.get('min') || '0', args.get('max') || '1') : undefined;
  if (name === 'prompt.text') return `?${(args.get('label') || args.get('title') || 'value').replace(/[{}|\r\n]/g, ' ').trim()}`;
  const request = names.request(args.get('request') ?? '');
  if (request === undefined) return undefined;
  if (name === 'response.body.raw') return `${request}.response.body`;
  const header = args.get('header') ?? '';
  if (name === 'response.header') return /^[\w-]+$/.test(header) ? `${request}.response.headers.${header}` : undefined;
  const steps = /^\$((?:\.[A-Za-z_]\w*|\[\d+\])*)$/.exec(args.get('path') ?? '')?.[1];
  return name === 'response.body.path' && steps !== undefined ? `${request}.response.body${steps}` : undefined;
}

function integerIn(least: string, most: string): string | undefined {
  return /^-?\d{1,15}$/.test(least) && /^-?\d{1,15}$/.test(most) ? `$randomInt ${least} ${Number(most) + 1}` : undefined;
}

/** Arguments as `name='text'` or `name=b64'…'`. */
const argumentsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(text.matchAll(/(\w+)\s*=\s*(b64)?'((?:\\.|[^'\\])*)'/g), ([, name = '', coded, value = '']) => [
      name,
      coded === undefined ? value.replace(/\\([^])/g, '$1') : decoded(value),
    ]),
  );

function decoded(value: string): string {
  try {
    return decodeURIComponent(escapedBytes(atob(value.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return '';
  }
}

const escapedBytes = (bytes: string): string => bytes.replace(/[^]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
