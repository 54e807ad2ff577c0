import { valueToJson, type Value } from '../../base/values/value.ts';
import { isJsonType, mediaType } from '../../language/index.ts';
import type { HeaderDraft, RequestDraft } from '../import/draft.ts';
import { multipartBody, urlencodedBody } from '../import/reading/jsonFields.ts';
import type { AddNote } from '../import/importResult.ts';
import { at, has, object, text } from '../import/reading/importedValues.ts';
import { fileMark } from '../text/marks.ts';
import { askedFile, formFields, isBinary } from './formFields.ts';
import { exampleFor } from './parameters.ts';
import type { References } from './references.ts';

interface Body {
  readonly body?: RequestDraft['body'];
  readonly headers: readonly HeaderDraft[];
}

interface NamedExample {
  readonly name: string;
  readonly value: Value;
}

/** Maximum requests of one operation. */
const mostExamples = 20;

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

/** The media types of a body, the easiest to write first. */
const contentOf = (given: Value | undefined, references: References): readonly (readonly [string, Value])[] =>
  [...object(at(references.resolve(given), 'content'))].toSorted((a, b) => rank(mediaType(a[0])) - rank(mediaType(b[0])));

/** The named examples of a body after the first, which `bodyOf` writes. */
export function furtherExamples(given: Value | undefined, references: References, addNote: AddNote): readonly NamedExample[] {
  const described = contentOf(given, references)[0]?.[1];
  if (has(described, 'example')) return [];
  const named = [...object(at(described, 'examples'))];
  const found = named.flatMap(([key, e]): readonly NamedExample[] => {
    const example = references.resolve(e);
    if (has(example, 'value')) return [{ name: text(example, 'summary') || key, value: at(example, 'value') as Value }];
    addNote('warning', `The example ${key} is left out: it has no value in this document.`);
    return [];
  });
  if (found.length > mostExamples) addNote('warning', `Only the first ${mostExamples} of ${found.length} examples are written.`);
  return found.slice(1, mostExamples);
}

function jsonOf(example: Value, { exampleTexts }: References): string {
  let json = exampleTexts.get(example);
  if (json === undefined) exampleTexts.set(example, (json = valueToJson(example, 2)));
  return json;
}

/**
 * The body of an operation in the media type that is easiest to write.
 * @param instead the value to write; without it, the first example
 */
export function bodyOf(given: Value | undefined, references: References, addNote: AddNote, instead?: Value): Body {
  const [first, ...others] = contentOf(given, references);
  if (first === undefined) return { headers: [] };
  if (others.length > 0) addNote('information', `The body may also be ${others.map(([type]) => type).join(', ')}.`);
  const [type, described] = first;
  const media = mediaType(type);
  const headers = [{ name: 'Content-Type', value: /[*]/.test(type) ? 'application/json' : type }];
  const schema = references.resolve(at(described, 'schema'));
  if (isBinary(schema) || /^(?:image|audio|video)\/|^application\/(?:octet-stream|pdf|zip)/.test(media)) {
    addNote('information', 'The body is a file: Req asks for its path when it sends. To avoid the question, write it after <.');
    return { body: { kind: 'text', text: fileMark(askedFile('the body')) }, headers };
  }
  if (instead === undefined && !['schema', 'example', 'examples'].some((key) => has(described, key))) {
    addNote('information', 'The document does not describe the body: write it.');
    return isJsonType(type) ? { body: { kind: 'text', text: '{}' }, headers } : { headers };
  }
  const example = instead ?? exampleFor(described, references);
  if (media === 'application/x-www-form-urlencoded')
    return { body: urlencodedBody(formFields(example, schema, described, references, addNote)), headers };
  if (media.startsWith('multipart/')) {
    const form = multipartBody(formFields(example, schema, described, references, addNote));
    return { body: form.body, headers: [{ ...form.header, value: form.header.value.replace('multipart/form-data', media) }] };
  }
  if (typeof example === 'string' && !isJsonType(type)) {
    if (/[/+]xml$/.test(media) && !example.trimStart().startsWith('<')) addNote('warning', 'The XML body has no example: write it.');
    return { body: { kind: 'text', text: example }, headers };
  }
  if (/[/+]xml$/.test(media)) {
    addNote('warning', 'The XML body has no example: it is written as JSON.');
    return { body: { kind: 'text', text: jsonOf(example, references) }, headers };
  }
  return { body: { kind: 'text', text: jsonOf(example, references) }, headers };
}
