import { formDecoded, percentDecoded } from '../../../base/text/percentDecoding.ts';
import type { Range } from '../../../base/text/text.ts';
import { boundaryOf, encodeAt, mediaType, type Block, type Span } from '../../../language/index.ts';
import { isCredentialField, isNamedAsCredential, secretName } from './credentials.ts';

/** A credential in a converted file. */
export interface FoundCredential {
  readonly range: Range;
  readonly name: string;
  /** The value of the secret, where it differs from the text in the file. */
  readonly value?: string;
}

/** A field as it is written; `start` is the offset of its value in the file. */
interface WrittenField {
  readonly name: string;
  readonly text: string;
  readonly start: number;
}

/** Credentials in the query, and in the fields of a form, by the names of their fields. */
export const inFields = (block: Block): readonly FoundCredential[] =>
  [...fieldsOf(block)].flatMap(({ name, text, start, decoded }) => {
    if (text.includes(hidden) || name.includes(hidden)) return [];
    const value = decoded(text);
    if (!isCredentialField(name, value)) return [];
    return [{ range: { start, end: start + text.length }, name: secretName(name), ...(value === text ? {} : { value }) }];
  });

/** Ranges of placeholders that alone are the value of such a field. */
export const placeholdersInFields = (block: Block): readonly Range[] =>
  [...fieldsOf(block)].flatMap(({ name, text, start }) =>
    /^\0+$/.test(text) && isNamedAsCredential(name) ? [{ start, end: start + text.length }] : [],
  );

function* fieldsOf(block: Block): Generator<WrittenField & { readonly decoded: (text: string) => string }> {
  const of = [
    [queryFields(block), sentInQuery],
    [formFields(block), formDecoded],
    [partFields(block), (text: string) => text],
  ] as const;
  for (const [fields, decoded] of of) for (const field of fields) yield { ...field, name: lastKey(formDecoded(field.name)), decoded };
}

/** `user[password]` is a field `password`. */
const lastKey = (name: string): string => /\[([^[\]]+)\]$/.exec(name)?.[1] ?? name;

/** Stands for each character of a placeholder, so that offsets stay. */
const hidden = '\0';
const withoutPlaceholders = (text: string): string => text.replace(/\{\{.*?\}\}/g, (m) => hidden.repeat(m.length));

/** The value by which a placeholder sends the same bytes as the text. A `+` means a space, which is sent as `%20`. */
function sentInQuery(text: string): string {
  const spaced = text.replaceAll('+', '%20');
  const decoded = percentDecoded(spaced);
  return encodeAt(decoded, 'query-value', '&#+') === encodeAt(spaced, 'query-value') ? decoded : spaced;
}

function* queryFields(block: Block): Generator<WrittenField> {
  if (block.requestLine === undefined) return;
  let isQuery = false;
  for (const span of [block.requestLine.target, ...block.continuations.map((c) => c.text)]) {
    const [text = '', fragment] = withoutPlaceholders(span.text).split('#', 2);
    const from: number = isQuery ? 0 : text.indexOf('?') + 1;
    isQuery ||= from > 0;
    if (isQuery) yield* pairs({ text: text.slice(from), start: span.start + from });
    if (fragment !== undefined) return;
  }
}

function* pairs({ text, start }: Pick<Span, 'text' | 'start'>): Generator<WrittenField> {
  for (const m of text.matchAll(/(?:^|&)([^=&\r\n]*)=([^&\r\n]*)/g)) {
    const [whole, name = '', value = ''] = m;
    yield { name, text: value, start: start + m.index + whole.length - value.length };
  }
}

function contentType({ headers }: Block): string | undefined {
  const [value, ...folds] = headers.find(({ name }) => name.text.toLowerCase() === 'content-type')?.values ?? [];
  return folds.length === 0 ? value?.text : undefined;
}

function* formFields(block: Block): Generator<WrittenField> {
  const { body } = block;
  if (body === undefined || mediaType(contentType(block) ?? '') !== 'application/x-www-form-urlencoded') return;
  yield* pairs({ text: withoutPlaceholders(body.text.text), start: body.text.start });
}

/** Fields of a multipart form whose content is one line. */
function* partFields(block: Block): Generator<WrittenField> {
  const { body } = block;
  const boundary = boundaryOf(contentType(block));
  if (body === undefined || boundary === undefined) return;
  const text = withoutPlaceholders(body.text.text);
  for (const m of text.matchAll(
    /^content-disposition:[^\r\n]*;[ \t]*name="([^"\r\n]*)"[^]*?\r?\n\r?\n(?!<@?[ \t])([^\r\n]*)(?=\r?\n--)/gim,
  )) {
    const [whole, name = '', content = ''] = m;
    const start = m.index + whole.length - content.length;
    if (whole.includes(`\n--${boundary}`) || !text.startsWith(`--${boundary}`, text.indexOf('\n', start) + 1)) continue;
    yield { name, text: content, start: body.text.start + start };
  }
}
