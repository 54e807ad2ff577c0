import { FAILSAFE_SCHEMA, load, Type } from 'js-yaml';
import { parseJson, readJson } from '../../base/json.ts';
import { ReqError } from '../../base/reqError.ts';
import { isExactNumber, numberFromToken, type Value } from '../../base/value.ts';
import type { ImportInput } from './importResult.ts';
import { cleaned } from './importedValues.ts';

/** Values that a document may hold, those that aliases repeat counted each time. */
const mostValues = 2_000_000;
const deepest = 500;

/** A scalar of a form; what only YAML calls a number (`0x1`, `.5`, a date) stays text. */
const scalar = (tag: string, form: RegExp, construct: (data: string) => unknown): Type =>
  new Type(`tag:yaml.org,2002:${tag}`, {
    kind: 'scalar',
    resolve: (data: unknown) => (data === null ? tag === 'null' : typeof data === 'string' && form.test(data)),
    construct,
  });

/** The core schema of YAML 1.2 with numbers as JSON writes them, and `<<`. */
const schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    scalar('null', /^(?:~|null|Null|NULL|)$/, () => null),
    scalar('bool', /^(?:true|True|TRUE|false|False|FALSE)$/, (data) => /^t/i.test(data)),
    scalar('int', /^-?(?:0|[1-9]\d*)$/, numberFromToken),
    scalar('float', /^-?(?:0|[1-9]\d*)(?=[.eE])(?:\.\d+)?(?:[eE][+-]?\d+)?$/, numberFromToken),
    scalar('merge', /^<<$/, (data) => data),
  ],
});

/** Reads a JSON or YAML document, in which nothing is a mark. Throws ReqError that says where it is neither. */
export function readDocument(input: ImportInput): Value {
  return cleaned(readValue(input), input.text);
}

function readValue({ path, text }: ImportInput): Value {
  const json = parseJson(text);
  if (json !== undefined) return json;
  if (/^\ufeff?\s*[{[]/.test(text)) {
    const read = readJson(text);
    // Flow style of YAML looks the same; a text that is long and not JSON is far likelier broken JSON.
    if (!read.ok && (path.endsWith('.json') || text.length > 100_000)) throw problem(path, text, read.problem.offset, read.problem.message);
  }
  let loaded: unknown;
  try {
    loaded = load(text.replace(/^\ufeff/, ''), { schema, json: true });
  } catch (e) {
    const at = e as { readonly reason?: string; readonly mark?: { readonly line: number; readonly column: number } };
    const line = (at.mark?.line ?? 0) + 1;
    throw new ReqError('parse', `${path} cannot be read, line ${line}: ${at.reason ?? (e instanceof Error ? e.message : String(e))}.`, {
      cause: e,
    });
  }
  let left = mostValues;
  return toValue(loaded, 0);

  function toValue(v: unknown, depth: number): Value {
    if (--left < 0 || depth > deepest) throw new ReqError('limit', `${path} holds too much, or is too deep, to be read.`);
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

/** YAML that breaks off is YAML still. Who writes a document by a program ends it with a line break. */
export const mayBeCut = ({ text }: ImportInput): boolean => !/^\ufeff?\s*[{[]/.test(text) && !/[\r\n]\s*$/.test(text);

export const linesIn = (text: string): number => text.split(/\r\n|\n|\r/).length;
