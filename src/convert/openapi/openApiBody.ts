import { valueToJson, type Value } from '../../base/values/value.ts';
import { isJsonType, mediaType } from '../../language/index.ts';
import type { HeaderDraft, RequestDraft } from '../import/draft.ts';
import { multipartBody, urlencodedBody } from '../import/reading/jsonFields.ts';
import type { Tell } from '../import/importResult.ts';
import { at, object } from '../import/reading/importedValues.ts';
import { fileMark } from '../text/marks.ts';
import { askedFile, formFields, isBinary } from './formFields.ts';
import { exampleFor } from './parameters.ts';
import type { References } from './references.ts';

interface Body {
  readonly body?: RequestDraft['body'];
  readonly headers: readonly HeaderDraft[];
}

const rank = (type: string): number =>
  isJsonType(type)
    ? 0
    : type === 'application/x-www-form-urlencoded'
      ? 1
      : type.startsWith('multipart/')
        ? 2
        : type.startsWith('text/')
          ? 3
          : 4;

/** The body of an operation, in the media type that is easiest to write. */
export function bodyOf(given: Value | undefined, references: References, tell: Tell): Body {
  const content = [...object(at(references.resolve(given), 'content'))].toSorted((a, b) => rank(mediaType(a[0])) - rank(mediaType(b[0])));
  const [first, ...others] = content;
  if (first === undefined) return { headers: [] };
  if (others.length > 0) tell('information', `The body may also be ${others.map(([type]) => type).join(', ')}.`);
  const [type, described] = first;
  const media = mediaType(type);
  const headers = [{ name: 'Content-Type', value: /[*]/.test(type) ? 'application/json' : type }];
  const schema = references.resolve(at(described, 'schema'));
  if (isBinary(schema) || /^(?:image|audio|video)\/|^application\/(?:octet-stream|pdf|zip)/.test(media)) {
    tell('information', 'The body is a file: Req asks for its path when it sends. To avoid the question, write it after <.');
    return { body: { kind: 'text', text: fileMark(askedFile('the body')) }, headers };
  }
  const example = exampleFor(described, references);
  if (media === 'application/x-www-form-urlencoded')
    return { body: urlencodedBody(formFields(example, schema, described, references, tell)), headers };
  if (media.startsWith('multipart/')) {
    const form = multipartBody(formFields(example, schema, described, references, tell));
    return { body: form.body, headers: [{ ...form.header, value: form.header.value.replace('multipart/form-data', media) }] };
  }
  if (typeof example === 'string' && !isJsonType(type)) {
    if (/[/+]xml$/.test(media) && !example.trimStart().startsWith('<')) tell('warning', 'The XML body has no example: write it.');
    return { body: { kind: 'text', text: example }, headers };
  }
  if (/[/+]xml$/.test(media)) {
    tell('warning', 'The XML body has no example: it is written as JSON.');
    return { body: { kind: 'text', text: valueToJson(example, 2) }, headers };
  }
  return { body: { kind: 'text', text: valueToJson(example, 2) }, headers };
}
