export interface SubjectEntry {
  /** What an assertion begins with. */
  readonly name: string;
  readonly form: string;
  readonly summary: string;
}

/** What `?? LEFT OP RIGHT` can look at. */
export const subjects: readonly SubjectEntry[] = [
  { name: 'status', form: 'status', summary: "The response's status code." },
  { name: 'header', form: 'header NAME', summary: 'A header of the response; its name has no case.' },
  { name: 'body', form: 'body.items[0].id', summary: 'The body: JSON as its value and a path into it, else text.' },
  { name: 'duration', form: 'duration', summary: 'Milliseconds from sending to the end.' },
  { name: 'size', form: 'size', summary: "Bytes of the response's body." },
  { name: 'events', form: 'events[0].data', summary: 'The events of a stream: `event`, `data`, `id`, `retry`, `at`.' },
  { name: 'text', form: 'text', summary: 'The joined text of a stream.' },
];

export interface OperatorEntry {
  readonly name: string;
  /** `false`: nothing stands at its right. */
  readonly takesValue: boolean;
  /** May stand at its right, where it takes no value. */
  readonly clause?: string;
  readonly summary: string;
}

const binary = (name: string, summary: string): OperatorEntry => ({ name, takesValue: true, summary });
const unary = (name: string, summary: string): OperatorEntry => ({ name, takesValue: false, summary });

/** What `?? LEFT OP RIGHT` can compare with. Values are compared, not texts: `5 == 5.0`, `"5" != 5`. */
export const operators: readonly OperatorEntry[] = [
  binary('==', 'Both are the same value.'),
  binary('!=', 'They are not the same value.'),
  binary('<', 'Less than.'),
  binary('<=', 'Less than, or the same.'),
  binary('>', 'More than.'),
  binary('>=', 'More than, or the same.'),
  binary('contains', 'A text holds this text, a list this element, an object this key.'),
  binary('startsWith', 'The text begins with this one.'),
  binary('endsWith', 'The text ends with this one.'),
  binary('matches', 'The text matches this regular expression.'),
  binary('in', 'It is an element of this list.'),
  unary('exists', 'It is there, whatever it is.'),
  unary('!exists', 'It is not there.'),
  unary('isNumber', 'It is a number.'),
  unary('isString', 'It is a text.'),
  unary('isBoolean', 'It is true or false.'),
  unary('isArray', 'It is a list.'),
  unary('isObject', 'It is an object.'),
  {
    name: 'matchesSnapshot',
    takesValue: false,
    clause: 'ignoring PATHS',
    summary:
      'It is what is kept in `__snapshots__` beside the file. Where nothing is kept, it is kept. `ignoring updatedAt, items[*].id` leaves parts out.',
  },
  unary('isEmpty', 'A text, list or object that holds nothing.'),
];
