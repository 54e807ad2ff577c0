import { closest } from '../../../base/text/closest.ts';
import type { DiagnosticId } from '../../diagnostic.ts';
import type { TooMuch } from '../values/valueLimits.ts';
import { spellingOf } from './mentions/otherSpellings.ts';

export interface Problem {
  readonly id: DiagnosticId;
  readonly message: string;
  /** The most likely correct name, for a quick fix. */
  readonly suggestion?: string;
  /** Number of definitions between the placeholder and the error; `cause` is the message of that error. */
  readonly depth?: number;
  readonly cause?: string;
  /** The value may exist after another request is sent. */
  readonly untilSent?: boolean;
  /** The last response to a request does not contain the value. */
  readonly inAnswer?: boolean;
  /** The undefined name. */
  readonly missing?: string;
  /** The file defines the undefined name below the definition that uses it. */
  readonly isBelow?: true;
  /** The index of the path segment that does not exist; `suggestion` replaces it. */
  readonly step?: number;
}

/** Problems of undefined names, paths and `$` names, to which `default` and `@undefined keep` apply. */
export const notFound: ReadonlySet<string> = new Set<DiagnosticId>([
  'undefined-variable',
  'missing-property',
  'index-out-of-range',
  'undefined-until-sent',
  'unknown-dynamic',
]);

const meant = (near: string | undefined): string => (near === undefined ? '' : `: did you mean ${near}?`);

/** An undefined name. `elsewhere` are other environments that define it. */
export function undefinedVariable(name: string, known: Iterable<string>, elsewhere: readonly string[] = []): Problem {
  const suggestion = elsewhere.length > 0 ? undefined : closest(name, known);
  const list = elsewhere.slice(0, 3).join(', ') + (elsewhere.length > 3 ? ' …' : '');
  const hint =
    suggestion !== undefined
      ? meant(suggestion)
      : elsewhere.length === 1
        ? `. The environment ${list} defines it: choose it, or define it as \`@${name} = …\`.`
        : elsewhere.length > 1
          ? `. The environments ${list} define it: choose one, or define it as \`@${name} = …\`.`
          : `. Define it as \`@${name} = …\`, in an environment, or set it in a script.`;
  return {
    id: 'undefined-variable',
    message: `${name} is not defined${hint}`,
    missing: name,
    step: 0,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** A name that the file defines below the definition that uses it. */
export const definedBelow = (name: string): Problem => ({
  id: 'undefined-variable',
  message: `${name} is defined further down, and a definition uses only the definitions above it. Move the definition of ${name} up.`,
  missing: name,
  isBelow: true,
});

export function missingProperty(parent: string, key: string, known: readonly string[]): Problem {
  const suggestion = closest(key, known);
  if (parent.endsWith('.response') && (key === 'body' || key === 'text'))
    return { id: 'missing-property', message: `${parent} has no ${key} that is text: it is binary, or too large` };
  const list = known.length === 0 ? 'it is empty' : `it has ${known.slice(0, 8).join(', ')}${known.length > 8 ? ' …' : ''}`;
  return {
    id: 'missing-property',
    message: `${parent} has no property ${key}${suggestion === undefined ? ` (${list})` : meant(suggestion)}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

export function indexOutOfRange(parent: string, index: number | string, length: number): Problem {
  const has = length === 0 ? 'is empty' : length === 1 ? 'has 1 element' : `has ${length} elements`;
  return {
    id: 'index-out-of-range',
    message: `${parent} ${has}: there is no [${index}]${length > 0 ? `, the last is [${length - 1}]` : ''}`,
    ...(length > 0 ? { suggestion: String(length - 1) } : {}),
  };
}

export const notAnArray = (parent: string, type: string, index: number): Problem => ({
  id: 'missing-property',
  message: `${parent} is ${article(type)}, not an array: it has no [${index}]`,
});

export const noProperties = (parent: string, type: string, key: string): Problem => ({
  id: 'missing-property',
  message: `${parent} is ${type === 'null' ? 'null' : article(type)}: it has no property ${key}${type === 'array' ? ', its elements are [0], [1] …' : ''}`,
});

/** @param why the problem of its JSON */
export const unreadBody = (parent: string, why: string): Problem => ({
  id: 'missing-property',
  message: `${parent} is only known as text: ${why}`,
});

const mostInCircle = 20;

export function cycle(names: readonly string[]): Problem {
  const left = names.length - mostInCircle;
  const shown = left <= 0 ? names : [...names.slice(0, mostInCircle - 2), `… ${left} more`, ...names.slice(-2)];
  return { id: 'cycle', message: `The variable's definition refers to itself: ${shown.join(' → ')}` };
}

const tooLargeWords: Readonly<Record<TooMuch, string>> = {
  characters: 'its value has more than 32 million characters: look for variables that contain others many times',
  levels: 'its value nests more than 2,000 levels deep: look for lists or objects that contain each other in a long chain',
  parts:
    'placeholders insert more than 12 million characters or a million parts into this list or object: look for those that contain others many times',
};

export const tooLarge = (what: TooMuch): Problem => ({ id: 'too-large', message: tooLargeWords[what] });

export const tooMuchInserted: Problem = {
  id: 'too-large',
  message: 'placeholders up to here insert more than 64 million characters into the request: send a large body from a file',
};

/** Maximum number of nested definitions in a message. */
const mostInside = 8;

/**
 * A problem inside a definition that a placeholder refers to, without a suggestion for the placeholder itself. For a long chain of
 * definitions, the message has the first ones and the cause.
 */
export function inside(name: string, where: string, problem: Problem): Problem {
  const depth = (problem.depth ?? 0) + 1;
  const cause = problem.cause ?? problem.message;
  const rest = depth < mostInside ? problem.message : `… ${cause}`;
  const { suggestion: _suggestion, step: _step, ...kept } = problem;
  return { ...kept, depth, cause, message: `${name} (${where}): ${rest}` };
}

/**
 * @param written the whole expression
 * @param known all names, and those that the message lists
 */
export function unknownDynamic(
  name: string,
  written: string,
  known: { readonly all: readonly string[]; readonly listed: readonly string[] },
): Problem {
  const spelling = spellingOf(written);
  if (spelling !== undefined) return { id: 'unknown-dynamic', message: `Req has no ${written}: ${spelling.advice}`, ...spelling.fix };
  const suggestion = closest(name, known.all);
  return {
    id: 'unknown-dynamic',
    message: `${name} is not a dynamic value${suggestion === undefined ? ` (available: ${known.listed.join(', ')})` : meant(suggestion)}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

export function unknownFilter(name: string, known: readonly string[]): Problem {
  const suggestion = closest(name, known);
  return {
    id: 'unknown-filter',
    message: `${name} is not a filter${suggestion === undefined ? ` (available: ${known.join(', ')})` : meant(suggestion)}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

export const defaultWithoutText: Problem = { id: 'unknown-filter', message: 'default needs a text in quotes: {{name | default "text"}}' };

export const notSentYet = (name: string): Problem => ({
  id: 'undefined-until-sent',
  message: `${name} has not been sent yet: send it first, then its response can be used`,
  untilSent: true,
  missing: name,
});

export const noSecret = (name: string): Problem => ({
  id: 'undefined-variable',
  message: `there is no secret ${name}: store it in the editor, or give it to the command as REQ_SECRET_${name} or in --secrets FILE`,
});
/** An undefined authentication. `environment` are other environments that define it. */
export function noAuth(id: string, known: Iterable<string>, environment: readonly string[]): Problem {
  const suggestion = environment.length > 0 ? undefined : closest(id, known);
  const hint =
    suggestion !== undefined
      ? meant(suggestion)
      : environment.length > 0
        ? `. The environment ${environment[0]} defines it: choose it`
        : '. Define it in http-client.env.json under Security, Auth of the environment';
  return {
    id: 'undefined-variable',
    message: `there is no authentication ${id}${hint}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

export const noToken = (id: string, which: 'access' | 'id'): Problem => ({
  id: 'undefined-variable',
  message: `the token response of ${id} has no ${which === 'id' ? 'ID token: ask for the scope openid' : 'access token'}`,
});
export const noEnv = (name: string): Problem => ({ id: 'undefined-variable', message: `the process's environment has no ${name}` });
/** @param broken the reason why the nearest `.env` cannot be used */
export const noDotenv = (name: string, broken?: string): Problem => ({
  id: 'undefined-variable',
  message:
    broken === undefined
      ? `no .env file from the request's folder up to the collection's root has ${name}`
      : `${broken} Until this is fixed, it has no ${name}.`,
});
export const noAnswer = (label: string): Problem => ({ id: 'undefined-variable', message: `"${label}" was not answered` });

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
