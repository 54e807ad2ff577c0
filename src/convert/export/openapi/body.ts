import { headerValue } from '../../../base/text/headerValue.ts';
import { parseJson } from '../../../base/json/json.ts';
import { isArrayValue, isObjectValue, type Value } from '../../../base/values/value.ts';
import { isJsonType, mediaType } from '../../../language/index.ts';
import { schemaOfAll } from '../../../schema/infer.ts';
import { fileMark, hasFiles } from '../../text/marks.ts';
import { readMultipart, type FormPart } from '../../text/multipartText.ts';
import { onlyText } from '../literals.ts';
import type { ExportedRequest } from '../model.ts';
import { examplesOf, made, typed } from './parameters.ts';
import { percentDecoded } from '../../../base/text/percentDecoding.ts';
import { isUnknown } from './url.ts';

/** The body of one request. */
export interface SentBody {
  /** The media type as sent; for forms without `boundary`. */
  readonly type: string;
  /** Undefined for a file. */
  readonly value: Value | undefined;
  /** The media types of the fields that are files. */
  readonly files: ReadonlyMap<string, string>;
  /** The media types of other fields. */
  readonly types: ReadonlyMap<string, string>;
}

type Note = (message: string) => void;

export const unknownText = /\ufdd0[^\ufdd1]*\ufdd1|\{\{[^{}]*\}\}/g;

/** Replaces texts with secrets, or with values that only exist after another request. */
export function withoutUnknown(v: Value, found: () => void): Value {
  if (typeof v === 'string') {
    if (!isUnknown(v)) return v;
    found();
    return '';
  }
  if (isArrayValue(v)) return v.map((item) => withoutUnknown(item, found));
  if (isObjectValue(v))
    return new Map(Array.from(v, ([key, item]) => [key.replace(unknownText, ''), withoutUnknown(item, found)] as const));
  return v;
}

/** Repeated fields become lists. */
function grouped(fields: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> {
  const all = new Map<string, Value[]>();
  for (const [name, value] of fields) {
    const values = all.get(name);
    if (values === undefined) all.set(name, [value]);
    else values.push(value);
  }
  return new Map(Array.from(all, ([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values] as const));
}

const fieldOf = (text: string): Value => (isUnknown(text) ? '' : typed(text));

const none: ReadonlyMap<string, string> = new Map();
const plainBody = (type: string, value: Value | undefined): SentBody => ({ type, value, files: none, types: none });

function multipartOf(type: string, parts: readonly FormPart[]): SentBody | undefined {
  const fields: (readonly [string, Value])[] = [];
  const files = new Map<string, string>();
  const types = new Map<string, string>();
  for (const { headers, content } of parts) {
    const own = headers.find((h) => /^content-disposition:/i.test(h)) ?? '';
    const name = /;\s*name="([^"]*)"/i.exec(own)?.[1];
    if (name === undefined) return undefined;
    const given = headers.map((h) => /^content-type:\s*(.+)$/i.exec(h)?.[1]).find((t) => t !== undefined);
    if (hasFiles(content) || /;\s*filename\*?=/i.test(own)) files.set(name, given ?? 'application/octet-stream');
    else {
      fields.push([name, fieldOf(content)]);
      if (given !== undefined) types.set(name, given);
    }
  }
  return { type: mediaType(type), value: grouped(fields), files, types };
}

/** The body of a request; undefined if it has none. */
export function sentBody({ resolved, headers }: ExportedRequest, note: Note): SentBody | undefined {
  const { body } = resolved;
  if (body.length === 0) return undefined;
  const type = headerValue(headers, 'content-type') ?? '*/*';
  const media = mediaType(type);
  if (type === '*/*') note('Its body has no Content-Type, so it is described as any media type.');
  if (media.startsWith('multipart/')) {
    const whole = body.map((p) => (p.kind === 'text' ? p.text : fileMark(p.path))).join('');
    const parts = readMultipart(whole, type)?.parts;
    const form = parts === undefined ? undefined : multipartOf(type, parts);
    if (form !== undefined) return form;
  }
  const text = onlyText(body);
  if (text === undefined) {
    if (body.length > 1) note('Its body of text and files together is described as a file.');
    return plainBody(type, undefined);
  }
  const notKnown = (): void => note('A secret or a value of another response is left out of its body.');
  if (isJsonType(type) || type === '*/*') {
    const value = parseJson(text) ?? parseJson(text.replace(unknownText, 'null'));
    if (value !== undefined) return plainBody(type, withoutUnknown(value, notKnown));
    if (type !== '*/*') note('Its body is not JSON, so it is described as text.');
  }
  if (media === 'application/x-www-form-urlencoded') {
    const pairs = text.split('&').flatMap((pair): (readonly [string, Value])[] => {
      const [, name = '', value = ''] = /^\s*([^=]*)=?([^]*)$/.exec(pair) ?? [];
      if (isUnknown(value)) notKnown();
      return pair.trim() === '' ? [] : [[percentDecoded(name.replaceAll('+', ' ')), fieldOf(percentDecoded(value.replaceAll('+', ' ')))]];
    });
    return plainBody(type, grouped(pairs));
  }
  if (isUnknown(text)) notKnown();
  return plainBody(type, text.replace(unknownText, ''));
}

const isForm = (media: string): boolean => media === 'application/x-www-form-urlencoded' || media === 'multipart/form-data';

/** A Media Type Object for the bodies of one media type. */
function describedBodies(bodies: readonly { readonly title: string; readonly body: SentBody }[]): Value {
  const [first] = bodies;
  if (first === undefined) return made({});
  const { type } = first.body;
  const values = bodies.flatMap(({ title, body: { value } }) => (value === undefined ? [] : [{ title, value }]));
  if (values.length === 0) return made({ schema: made({ type: 'string', contentMediaType: mediaType(type) }) });
  const files = new Map(bodies.flatMap(({ body }) => [...body.files]));
  const types = new Map(bodies.flatMap(({ body }) => [...body.types]));
  const schema = schemaOfAll(values.map((v) => v.value));
  if (!isForm(mediaType(type))) return made({ schema, ...examplesOf(values) });
  const of = schema.get('properties');
  const properties = new Map(of !== undefined && isObjectValue(of) ? of : []);
  for (const [name, media] of files) properties.set(name, made({ type: 'string', contentMediaType: media }));
  const encodings = [...types, ...files].filter(([name, media]) => !files.has(name) || media !== 'application/octet-stream');
  return made({
    schema: new Map<string, Value>([...schema, ['type', 'object'], ['properties', properties]]),
    encoding: encodings.length === 0 ? undefined : new Map(encodings.map(([name, contentType]) => [name, made({ contentType })] as const)),
    ...examplesOf(values.filter((v) => !isObjectValue(v.value) || v.value.size > 0)),
  });
}

/** A Request Body Object for several requests; undefined if none has a body. */
export function requestBody(requests: readonly { readonly title: string; readonly body: SentBody | undefined }[]): Value | undefined {
  const byType = new Map<string, { readonly title: string; readonly body: SentBody }[]>();
  for (const { title, body } of requests) {
    if (body === undefined) continue;
    const known = byType.get(body.type);
    if (known === undefined) byType.set(body.type, [{ title, body }]);
    else known.push({ title, body });
  }
  if (byType.size === 0) return undefined;
  return made({
    required: requests.every((r) => r.body !== undefined) ? true : undefined,
    content: new Map(Array.from(byType, ([type, bodies]) => [type, describedBodies(bodies)] as const)),
  });
}
