export interface SubjectEntry {
  /** The first word of the left side. */
  readonly name: string;
  readonly form: string;
  /** How the left side goes on: not at all, by a name, or by a path. */
  readonly rest: 'none' | 'name' | 'path' | 'event';
  /** Whether it is judged while a stream runs. */
  readonly live?: true;
  /** Milliseconds: the right side may have a unit, such as `800ms` or `2s`. */
  readonly isTime?: true;
  readonly summary: string;
}

/** The left sides of `?? LEFT OP RIGHT`. */
export const subjects: readonly SubjectEntry[] = [
  { name: 'status', form: 'status', rest: 'none', summary: "The response's status code." },
  { name: 'header', form: 'header NAME', rest: 'name', summary: 'A header of the response; its name is case-insensitive.' },
  {
    name: 'headers',
    form: 'headers.Set-Cookie[1]',
    rest: 'path',
    summary: 'All values of a header as a list, in the order received. The name is case-insensitive.',
  },
  {
    name: 'cookies',
    form: 'cookies.session.httpOnly',
    rest: 'path',
    summary:
      'A cookie that the response sets: `value`, `domain`, `path`, `expires`, `maxAge` in seconds, `secure`, `httpOnly`, `sameSite`.',
  },
  {
    name: 'body',
    form: 'body.items[0].id',
    rest: 'path',
    summary:
      'The body: a JSON body as its value, or the value at a path in it; any other body as text. `body.text` is the text as received, unless the JSON has a member `text`.',
  },
  { name: 'duration', form: 'duration', rest: 'none', isTime: true, summary: 'Milliseconds from sending to the end of the response.' },
  { name: 'ttfb', form: 'ttfb', rest: 'none', isTime: true, summary: 'Milliseconds from sending to the first byte of the response.' },
  {
    name: 'timings',
    form: 'timings.connect',
    rest: 'path',
    isTime: true,
    summary: 'Milliseconds of a phase: `queue`, `dns`, `connect`, `tls`, `send`, `firstByte`, `download`, `total`.',
  },
  { name: 'size', form: 'size', rest: 'none', summary: "Bytes of the response's body." },
  { name: 'version', form: 'version', rest: 'none', summary: 'The HTTP version of the response: `HTTP/1.1`, `HTTP/2`.' },
  {
    name: 'redirects',
    form: 'redirects[0].status',
    rest: 'path',
    summary: 'The redirects that were followed: `status`, `url`, `location`. `redirects.length` counts them.',
  },
  { name: 'trailers', form: 'trailers.Server-Timing[0]', rest: 'path', summary: 'Trailer fields of the response, as `headers`.' },
  {
    name: 'certificate',
    form: 'certificate.daysLeft',
    rest: 'path',
    summary: "The server's certificate: `subject`, `issuer`, `names`, `validFrom`, `validTo`, `fingerprint`, `daysLeft`.",
  },
  {
    name: 'events',
    form: 'events[0].data',
    rest: 'path',
    summary: 'The events of a stream: `event`, `data`, `text`, `id`, `retry`, `at`.',
  },
  {
    name: 'any',
    form: 'any event.data.done',
    rest: 'event',
    live: true,
    summary: 'Passes if at least one event of the stream fulfills it. `event` alone is the name of an event.',
  },
  {
    name: 'every',
    form: 'every event.data',
    rest: 'event',
    live: true,
    summary: 'Passes if all events of the stream fulfill it, and there is at least one. The first event that does not ends the stream.',
  },
  {
    name: 'no',
    form: 'no event.data.error',
    rest: 'event',
    live: true,
    summary: 'Passes if no event of the stream fulfills it. The first event that does ends the stream.',
  },
  {
    name: 'event',
    form: 'event done',
    rest: 'name',
    live: true,
    isTime: true,
    summary: 'The first event of this name: `event done within 5s`, `event start before event done`, `event error !exists`.',
  },
  {
    name: 'gap',
    form: 'gap',
    rest: 'none',
    live: true,
    isTime: true,
    summary: 'The longest time between two events in a row, in milliseconds.',
  },
  { name: 'ttfe', form: 'ttfe', rest: 'none', live: true, isTime: true, summary: 'Milliseconds from sending to the first event.' },
  { name: 'text', form: 'text', rest: 'path', summary: 'The joined text of a stream.' },
  { name: 'reasoning', form: 'reasoning', rest: 'path', summary: 'The joined reasoning of a language model.' },
  { name: 'toolCalls', form: 'toolCalls[0].name', rest: 'path', summary: 'Calls of tools by a language model: `id`, `name`, `arguments`.' },
  { name: 'usage', form: 'usage.output', rest: 'path', summary: 'Tokens that the API counted: `input`, `output`, `total`.' },
  { name: 'finishReason', form: 'finishReason', rest: 'none', summary: "The API's own word for why the model stopped." },
];

/** What the right side of an operator is. */
export type OperandKind = 'none' | 'value' | 'list' | 'bounds' | 'nearness' | 'count' | 'duration' | 'event' | 'snapshot';

export interface OperatorEntry {
  readonly name: string;
  readonly operand: OperandKind;
  /** The right side as shown in messages. */
  readonly form?: string;
  readonly summary: string;
}

const entry = (name: string, operand: OperandKind, summary: string, form?: string): OperatorEntry => ({
  name,
  operand,
  summary,
  ...(form === undefined ? {} : { form }),
});

/**
 * The operators of `?? LEFT OP RIGHT`. They compare values, not their texts: `5 == 5.0`, `"5" != 5`. `!` or `not` before an operator
 * that is a word negates it.
 */
export const operators: readonly OperatorEntry[] = [
  entry('==', 'value', 'Both values are equal.'),
  entry('!=', 'value', 'The values differ.'),
  entry('<', 'value', 'Less than.'),
  entry('<=', 'value', 'Less than or equal.'),
  entry('>', 'value', 'Greater than.'),
  entry('>=', 'value', 'Greater than or equal.'),
  entry('contains', 'value', 'A text contains this text, a list this element, an object this key.'),
  entry('startsWith', 'value', 'The text begins with this one.'),
  entry('endsWith', 'value', 'The text ends with this one.'),
  entry('matches', 'value', 'The text matches this regular expression.'),
  entry('in', 'list', 'The value is an element of this list.'),
  entry('oneOf', 'list', 'The value is one of these: `oneOf red, green` or a JSON list.', 'A, B'),
  entry('between', 'bounds', 'The number is at least the first and at most the second: `between 200 and 299`.', 'A and B'),
  entry('within', 'nearness', 'The number differs by at most so much: `within 10 ± 0.5`. An event or a time: `within 5s`.', '10 ± 0.5'),
  entry('length', 'count', 'The number of characters, elements or members: `length 3`, `length >= 3`.', '>= 3'),
  entry('before', 'event', 'The first event of this name came earlier than the other: `event a before event b`.', 'event NAME'),
  entry('after', 'event', 'The first event of this name came later than the other: `event b after event a`.', 'event NAME'),
  entry('exists', 'none', 'The value exists, even if it is null or empty.'),
  entry('isNumber', 'none', 'The value is a number.'),
  entry('isInteger', 'none', 'The value is a whole number.'),
  entry('isString', 'none', 'The value is a text.'),
  entry('isBoolean', 'none', 'The value is true or false.'),
  entry('isNull', 'none', 'The value is null.'),
  entry('isArray', 'none', 'The value is a list.'),
  entry('isObject', 'none', 'The value is an object.'),
  entry('isEmpty', 'none', 'The text, list or object is empty, or the value is null.'),
  entry('isUuid', 'none', 'The value is a UUID, such as `123e4567-e89b-12d3-a456-426614174000`.'),
  entry('isDate', 'none', 'The value is a date or a time of ISO 8601, such as `2026-11-23` or `2026-11-23T10:00:00Z`.'),
  entry('isEmail', 'none', 'The value is an email address.'),
  entry('isUrl', 'none', 'The value is an absolute URL of http, https, ws or wss.'),
  entry(
    'matchesSnapshot',
    'snapshot',
    'The value equals its snapshot in `__snapshots__` beside the file. The first run writes the snapshot. `ignoring updatedAt, items[*].id` leaves parts out.',
    'ignoring PATHS',
  ),
];

const byName = new Map(operators.map((o) => [o.name, o]));

export const operatorEntry = (name: string): OperatorEntry | undefined => byName.get(name);

const subjectByName = new Map(subjects.map((s) => [s.name, s]));

export const subjectEntry = (name: string): SubjectEntry | undefined => subjectByName.get(name);
