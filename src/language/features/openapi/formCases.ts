import type { Value } from '../../../base/values/value.ts';
import type { TextEdit } from '../../edit.ts';
import type { ApiContent } from '../../semantics/api/apiIndex.ts';
import { formDecoded } from '../../../base/text/percentDecoding.ts';
import { writtenInQuery } from '../../semantics/api/parameterStyles.ts';
import type { Span } from '../../syntax/nodes.ts';
import { withoutPlaceholders } from './bodyPlaces.ts';
import type { ContractCase } from './contractCase.ts';
import { ordinaryField } from './operationRequest.ts';
import { wrongFields } from './wrongFields.ts';
import { shownWrong } from './wrongValues.ts';

/** A pair of a form, as written. */
interface Field {
  readonly name: string;
  readonly text: string;
}

/** Cases of a form of the type `application/x-www-form-urlencoded`: each breaks one rule of one field. */
export function* formCases(body: Span, { shape, fields: styles = [] }: ApiContent): Generator<ContractCase> {
  // The fields in a referenced file are unknown.
  if (/^<@?[ \t]/m.test(body.text)) return;
  const fields = fieldsOf(body.text);
  const styleOf = new Map(styles);
  for (const { name, required, readOnly, shape: of, loose } of shape.members ?? []) {
    if (readOnly || loose === true) continue;
    const style = styleOf.get(name) ?? ordinaryField;
    const isOwn = (field: Field): boolean => field.name === name || field.name === `${name}[]`;
    const kept = fields.filter((field) => !isOwn(field));
    if (required && kept.length < fields.length)
      yield { what: `a form without the required ${JSON.stringify(name)}`, edits: formOf(kept, body) };
    for (const { value, shown, at, rule } of wrongFields({ name, shape: of, style, open: undefined }))
      yield { what: `a form with ${shownWrong(shown)} for ${name}${at}, which ${rule}`, edits: formOf(replaced(value), body) };

    function replaced(value: Value): readonly Field[] {
      const made = { name, text: writtenInQuery(name, value, style, encodeURIComponent) };
      const first = fields.findIndex(isOwn);
      return first < 0 ? [...fields, made] : [...fields.slice(0, first), made, ...fields.slice(first).filter((field) => !isOwn(field))];
    }
  }
  const unknown = 'unknownMember';
  if (shape.closed === true && !fields.some(({ name }) => name === unknown))
    yield {
      what: `a form with ${JSON.stringify(unknown)}, which the operation does not have`,
      edits: formOf([...fields, { name: unknown, text: `${unknown}=true` }], body),
    };
}

/** A line that begins with `&` continues the form. */
function fieldsOf(text: string): readonly Field[] {
  const fields: Field[] = [];
  let start = 0;
  const add = (end: number): void => {
    const written = text.slice(start, end);
    if (written !== '') fields.push({ name: formDecoded(/^[^=]*/.exec(written)?.[0] ?? ''), text: written });
  };
  for (const { index, 0: separator } of withoutPlaceholders(text).matchAll(/(?:\r\n|\r|\n)?&/g)) {
    add(index);
    start = index + separator.length;
  }
  add(text.length);
  return fields;
}

const formOf = (fields: readonly Field[], { start, end }: Span): readonly TextEdit[] => [
  { range: { start, end }, newText: fields.map(({ text }) => text).join('&') },
];
