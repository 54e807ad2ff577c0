import type { Segment } from '../../syntax/path.ts';
import { dynamics, makeDynamic, type Sources } from './dynamics.ts';
import * as problems from './placeholderProblems.ts';
import type { Problem } from './placeholderProblems.ts';

export type OutsideText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: Problem };

const given = (text: string | undefined, problem: () => Problem): OutsideText =>
  text === undefined ? { ok: false, problem: problem() } : { ok: true, text };
const wrong = (problem: Problem): OutsideText => ({ ok: false, problem });
const wrongArguments = (message: string): OutsideText => wrong({ id: 'dynamic-arguments', message });
const unknown = (name: string): OutsideText => wrong(problems.unknownDynamic(name, [...dynamics.map((d) => d.name), '$env', '$secret']));

/** `{{?label}}`. */
export const promptText = (label: string, sources: Sources): OutsideText => given(sources.prompt(label), () => problems.noAnswer(label));

/** `{{$name args}}`: what is made anew, and the names that come with a word after them. */
export function dynamicText(name: string, args: readonly string[], sources: Sources): OutsideText {
  if (name === '$processEnv' || name === '$dotenv') {
    const [of] = args;
    if (of === undefined || args.length > 1) return wrongArguments(`${name} takes one name, such as {{${name} HOME}}`);
    return name === '$dotenv'
      ? given(sources.dotenv(of), () => problems.noDotenv(of, sources.brokenDotenv))
      : given(sources.env(of), () => problems.noEnv(of));
  }
  const made = makeDynamic(name, args, sources);
  if (made === undefined) return unknown(name);
  return made.ok ? made : wrongArguments(made.message);
}

/** `{{$env.NAME}}`, `{{$dotenv.NAME}}`, `{{$secret.NAME}}`. */
export function outsideText(root: string, segments: readonly Segment[], sources: Sources): OutsideText {
  const name = String(segments[1]?.key ?? '');
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
