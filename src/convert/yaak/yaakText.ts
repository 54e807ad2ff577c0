import { variableName } from '../import/layout/fileNames.ts';
import type { Tell } from '../import/importResult.ts';
import { placeholderMark, withoutMarks } from '../text/marks.ts';

/** Returns the name of a request in Req for its id; undefined if there is no such request. */
export type RequestName = (id: string) => string | undefined;

const values: Readonly<Record<string, string>> = {
  'uuid.v4': '$uuid',
  'timestamp.unix': '$timestamp',
  'timestamp.iso8601': '$isoTimestamp',
};

/** Marks the template tags of a text: `${[ name ]}`, `${[ function(a='b') ]}`. */
export const yaakText = (text: string, nameOf: RequestName, tell: Tell): string =>
  withoutMarks(text).replace(/\$\{\[([^\r\n]*?)\]\}/g, (whole, inner: string) => {
    const path = pathOf(inner.trim(), nameOf);
    if (path !== undefined) return placeholderMark(path);
    tell('warning', `The tag ${whole} is not carried over: it is text.`);
    return whole;
  });

function pathOf(inner: string, nameOf: RequestName): string | undefined {
  const [, name = '', given] = /^([\w.-]+)\s*(?:\(([^]*)\))?$/.exec(inner) ?? [];
  if (given === undefined) return name === '' ? undefined : variableName(name);
  if (Object.hasOwn(values, name)) return values[name];
  const args = argumentsOf(given);
  if (name === 'prompt.text') return `?${(args.get('label') || args.get('title') || 'value').replace(/[{}|\r\n]/g, ' ').trim()}`;
  const request = nameOf(args.get('request') ?? '');
  if (request === undefined) return undefined;
  if (name === 'response.body.raw') return `${request}.response.body`;
  const header = args.get('header') ?? '';
  if (name === 'response.header') return /^[\w-]+$/.test(header) ? `${request}.response.headers.${header}` : undefined;
  const steps = /^\$((?:\.[A-Za-z_]\w*|\[\d+\])*)$/.exec(args.get('path') ?? '')?.[1];
  return name === 'response.body.path' && steps !== undefined ? `${request}.response.body${steps}` : undefined;
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
