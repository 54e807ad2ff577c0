import { FAILSAFE_SCHEMA, load, Type } from 'js-yaml';
import { parseJson, readJson } from '../../../base/json/json.ts';
import { ReqError } from '../../../base/reqError.ts';
import { isExactNumber, numberFromToken, type Value } from '../../../base/values/value.ts';
import type { ImportInput } from '../importResult.ts';
import { cleaned } from './importedValues.ts';

const mostValues = 2_000_000;
const deepest = 500;

/** A scalar type. Numbers and dates that only YAML knows (`0x1`, `.5`) stay text. */
const scalar = (tag: string, form: RegExp, construct: (data: string) => unknown): Type =>
  new Type(`tag:yaml.org,2002:${tag}`, {
    kind: 'scalar',
    resolve: (data: unknown) => (data === null ? tag === 'null' : typeof data === 'string' && form.test(data)),
    construct,
  });

/** YAML 1.2 core schema with numbers as in JSON, and `<<`. */
const schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    scalar('null', /^(?:~|null|Null|NULL|)$/, () => null),
    scalar('bool', /^(?:true|True|TRUE|false|False|FALSE)$/, (data) => /^t/i.test(data)),
    scalar('int', /^-?(?:0|[1-9]\d*)$/, numberFromToken),
    scalar('float', /^-?(?:0|[1-9]\d*)(?=[.eE])(?:\.\d+)?(?:[eE][+-]?\d+)?$/, numberFromToken),
    scalar('merge', /^<<$/, (data) => data),
  ],
});

/**
 * Reads a JSON or YAML document and removes characters used as marks.
 * @throws {ReqError} with the place of the error
 */
export function readDocument(input: ImportInput): Value {
  return cleaned(readValue(input), input.text);
}

function readValue({ path, text }: ImportInput): Value {
  const json = parseJson(text);
  if (json !== undefined) return json;
  if (/^\ufeff?\s*[{[]/.test(text)) {
    const read = readJson(text);
    // YAML flow style looks the same, but a long text is more likely broken JSON.
    if (!read.ok && (path.endsWith('.json') || text.length > 100_000)) throw problem(path, text, read.problem.offset, read.problem.message);
  }
  let loaded: unknown;
  try {
    loaded = load(text.replace(/^\ufeff/, ''), { schema, json: true });
  } catch (e) {
    const at = e as { readonly reason?: string; readonly mark?: { readonly line: number; readonly column: number } };
    const line = (at.mark?.line ?? 0) + 1;
    const what = /\.(?:json|ya?ml)$/i.test(path) ? `${path} cannot be read, line` : `${path} is neither JSON nor YAML. Line`;
    throw new ReqError('parse', `${what} ${line}: ${at.reason ?? (e instanceof Error ? e.message : String(e))}.`, {
      cause: e,
    });
  }
  let left = mostValues;
  return toValue(loaded, 0);

  function toValue(v: unknown, depth: number): Value {
    if (--left < 0 || depth > deepest) throw new ReqError('limit', `${path} is too large or too deeply nested to be read.`);
    if (typeof v === 'string' || typeof v === 'boolean' || v === null) return v;
    if (typeof v === 'number' || typeof v === 'bigint') return v;
    if (Array.isArray(v)) return v.map((item) => toValue(item, depth + 1));
    if (typeof v === 'object')
      return isExactNumber(v as Value) ? (v as Value) : new Map(Object.entries(v).map(([key, item]) => [key, toValue(item, depth + 1)]));
    return null;
  }
}

function problem(path: string, text: string, offset: number, message: string): ReqError {
  const before = text.slice(0, offset).split('\n');
  return new ReqError('parse', `${path} is not JSON, line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${message}.`);
}

/** Truncated YAML is often valid, but programs end a document with a line break. */
export const mayBeCut = ({ text }: ImportInput): boolean => !/^\ufeff?\s*[{[]/.test(text) && !/[\r\n]\s*$/.test(text);

export const linesIn = (text: string): number => text.split(/\r\n|\n|\r/).length;
