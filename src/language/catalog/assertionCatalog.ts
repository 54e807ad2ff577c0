export interface SubjectEntry {
  /** The first word of the left side. */
  readonly name: string;
  readonly form: string;
  readonly summary: string;
}

/** The left sides of `?? LEFT OP RIGHT`. */
export const subjects: readonly SubjectEntry[] = [
  { name: 'status', form: 'status', summary: "The response's status code." },
  { name: 'header', form: 'header NAME', summary: 'A header of the response; its name is case-insensitive.' },
  {
    name: 'body',
    form: 'body.items[0].id',
    summary: 'The body: a JSON body as its value, or the value at a path in it; any other body as text.',
  },
  { name: 'duration', form: 'duration', summary: 'Milliseconds from sending to the end of the response.' },
  { name: 'size', form: 'size', summary: "Bytes of the response's body." },
  { name: 'events', form: 'events[0].data', summary: 'The events of a stream: `event`, `data`, `id`, `retry`, `at`.' },
  { name: 'text', form: 'text', summary: 'The joined text of a stream.' },
];

export interface OperatorEntry {
  readonly name: string;
  /** False for operators without a right side. */
  readonly takesValue: boolean;
  readonly clause?: string;
  readonly summary: string;
}

const binary = (name: string, summary: string): OperatorEntry => ({ name, takesValue: true, summary });
const unary = (name: string, summary: string): OperatorEntry => ({ name, takesValue: false, summary });

/** The operators of `?? LEFT OP RIGHT`. They compare values, not their texts: `5 == 5.0`, `"5" != 5`. */
export const operators: readonly OperatorEntry[] = [
  binary('==', 'Both values are equal.'),
  binary('!=', 'The values differ.'),
  binary('<', 'Less than.'),
  binary('<=', 'Less than or equal.'),
  binary('>', 'Greater than.'),
  binary('>=', 'Greater than or equal.'),
  binary('contains', 'A text contains this text, a list this element, an object this key.'),
  binary('startsWith', 'The text begins with this one.'),
  binary('endsWith', 'The text ends with this one.'),
  binary('matches', 'The text matches this regular expression.'),
  binary('in', 'The value is an element of this list.'),
  unary('exists', 'The value exists, even if it is null or empty.'),
  unary('!exists', 'The value does not exist.'),
  unary('isNumber', 'The value is a number.'),
  unary('isString', 'The value is a text.'),
  unary('isBoolean', 'The value is true or false.'),
  unary('isArray', 'The value is a list.'),
  unary('isObject', 'The value is an object.'),
  {
    name: 'matchesSnapshot',
    takesValue: false,
    clause: 'ignoring PATHS',
    summary:
      'The value equals its snapshot in `__snapshots__` beside the file. The first run writes the snapshot. `ignoring updatedAt, items[*].id` leaves parts out.',
  },
  unary('isEmpty', 'The text, list or object is empty.'),
];
