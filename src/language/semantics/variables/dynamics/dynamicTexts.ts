// What hovers and completion say about dynamic values. Apart from their names, which are needed when a window opens.
import { sampleKinds, wordsOf } from './sampleKinds.ts';

export interface DynamicEntry {
  readonly name: string;
  readonly form: string;
  readonly summary: string;
}

const ownDynamics: readonly DynamicEntry[] = [
  { name: '$uuid', form: '{{$uuid}}', summary: 'A new UUID (RFC 9562, version 4).' },
  { name: '$guid', form: '{{$guid}}', summary: 'A new UUID (RFC 9562, version 4).' },
  { name: '$timestamp', form: '{{$timestamp}}', summary: 'Seconds since 1970-01-01T00:00:00Z.' },
  { name: '$isoTimestamp', form: '{{$isoTimestamp}}', summary: 'The current time, ISO 8601 in UTC with milliseconds.' },
  {
    name: '$randomInt',
    form: '{{$randomInt 1 100}}',
    summary: 'A random integer from the first number (inclusive) to the second (exclusive); without numbers, from 0 to 999.',
  },
  {
    name: '$datetime',
    form: '{{$datetime iso8601 1 d}}',
    summary: 'The current time, optionally moved by an amount, in UTC: iso8601, rfc1123 or a quoted pattern such as "YYYY-MM-DD".',
  },
  { name: '$localDatetime', form: '{{$localDatetime iso8601 -1 h}}', summary: 'Like $datetime, in local time.' },
  { name: '$processEnv', form: '{{$processEnv NAME}}', summary: "A variable of the process's environment; the same as {{$env.NAME}}." },
  { name: '$dotenv', form: '{{$dotenv NAME}}', summary: 'A value of the nearest .env file; the same as {{$dotenv.NAME}}.' },
];

const call = (name: string, form: string, summary: string): DynamicEntry => ({
  name: `$random.${name}`,
  form: `{{$random.${form}}}`,
  summary,
});

/** All dynamic values, for completion and hover. */
export const dynamics: readonly DynamicEntry[] = [
  ...ownDynamics,
  { name: '$randomUUID', form: '{{$randomUUID}}', summary: 'A new UUID (RFC 9562, version 4).' },
  ...sampleKinds.map((kind) => ({ name: `$random${kind}`, form: `{{$random${kind}}}`, summary: `Random data: ${wordsOf(kind)}.` })),
  call('uuid', 'uuid', 'A new UUID (RFC 9562, version 4).'),
  call(
    'integer',
    'integer(1, 100)',
    'A random integer from the first number (inclusive) to the second (exclusive); without numbers, from 0 to 999.',
  ),
  call('float', 'float(0, 1)', 'A random number between two numbers; without them, from 0 to 1000.'),
  call('alphabetic', 'alphabetic(8)', 'This number of random letters.'),
  call('alphanumeric', 'alphanumeric(8)', 'This number of random letters and digits.'),
  call('hexadecimal', 'hexadecimal(8)', 'This number of random hexadecimal digits.'),
  call('email', 'email', 'Random data: email.'),
];
