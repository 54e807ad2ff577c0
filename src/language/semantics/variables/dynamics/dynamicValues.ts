import type { Segment } from '../../../syntax/path.ts';
import { dynamicNames, makeDynamic, ownDynamics, type Sources } from './dynamics.ts';
import * as problems from '../placeholderProblems.ts';
import type { Problem } from '../placeholderProblems.ts';

export type DynamicText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: Problem };

const given = (text: string | undefined, problem: () => Problem): DynamicText =>
  text === undefined ? { ok: false, problem: problem() } : { ok: true, text };
const wrong = (problem: Problem): DynamicText => ({ ok: false, problem });
const wrongArguments = (message: string): DynamicText => wrong({ id: 'dynamic-arguments', message });
const unknown = (name: string, written = name): DynamicText =>
  wrong(
    problems.unknownDynamic(name, written, {
      all: [...dynamicNames, '$env', '$secret'],
      listed: [...ownDynamics, '$env', '$secret'],
    }),
  );

/** The value of `{{?label}}`. */
export const promptText = (label: string, sources: Sources): DynamicText => given(sources.prompt(label), () => problems.noAnswer(label));

/** The value of `{{$name args}}`: a generated value, `$processEnv` or `$dotenv`. */
export function dynamicText(name: string, args: readonly string[], sources: Sources): DynamicText {
  if (name === '$processEnv' || name === '$dotenv') {
    const [of] = args;
    if (of === undefined || args.length > 1) return wrongArguments(`${name} takes one name, such as {{${name} HOME}}`);
    return name === '$dotenv'
      ? given(sources.dotenv(of), () => problems.noDotenv(of, sources.brokenDotenv))
      : given(sources.env(of), () => problems.noEnv(of));
  }
  const made = makeDynamic(name, args, sources);
  if (made === undefined) return unknown(name, [name, ...args].join(' '));
  if (!made.ok) return wrongArguments(made.message);
  return sources.generated === undefined ? made : { ok: true, text: sources.generated(made.text) };
}

const readers: ReadonlySet<string> = new Set(['$env', '$dotenv', '$secret']);

/** The value of `{{$env.NAME}}`, `{{$dotenv.NAME}}` or `{{$secret.NAME}}`. */
export function dynamicValueText(root: string, segments: readonly Segment[], sources: Sources): DynamicText {
  const name = String(segments[1]?.key ?? '');
  if (!readers.has(root)) return unknown(root, segments.map(({ key }) => key).join('.'));
  if (segments.length !== 2) return wrongArguments(`${root} takes one name, such as {{${root}.NAME}}`);
  switch (root) {
    case '$env':
      return given(sources.env(name), () => problems.noEnv(name));
    case '$dotenv':
      return given(sources.dotenv(name), () => problems.noDotenv(name, sources.brokenDotenv));
    case '$secret':
      return given(sources.secret(name), () => problems.noSecret(name));
    default:
      return unknown(root);
  }
}
