import type { BlockContext, DataVariables, Prompt, Sources } from '../language/index.ts';
import { answersTo, type Answers } from './answers.ts';
import type { Host, Question } from './host.ts';

/** Sources of one send. Secrets and answers are fetched when a first pass has shown that they are needed. */
export interface SendSources {
  readonly sources: Sources;
  /** Names of the process's environment that were looked up. */
  readonly environment: ReadonlySet<string>;
  /** What was asked for and is not known: what was looked up with it holds a stand-in. */
  readonly missing: readonly Question[];
  /** The variables of `@prompt`s: all of them are asked for. */
  answersTo(prompts: readonly Prompt[]): DataVariables;
  /** What was asked for was not needed after all. */
  forget(): void;
  /** Fetches what was asked for and not known; false when nothing was. Throws ReqError when the user gave up. */
  fetchMissing(signal: AbortSignal): Promise<boolean>;
}

/** What a secret or an answer looks like before it is known; it is never sent. */
const standIn = '‹not known yet›';

export function sendSources(host: Host, answers: Answers, { collection }: BlockContext): SendSources {
  const environment = new Set<string>();
  const missing: Question[] = [];
  // A stand-in until it is fetched: everything else that is wrong shows first.
  const find = (question: Question): string | undefined => {
    if (answers.knows(question)) return answers.get(question);
    if (!missing.some((m) => m.kind === question.kind && m.name === question.name && m.label === question.label)) missing.push(question);
    return standIn;
  };
  return {
    sources: {
      now: () => host.now(),
      random: () => host.random(),
      uuid: () => host.uuid(),
      env(name) {
        const value = host.env(name);
        if (value !== undefined) environment.add(name);
        return value;
      },
      dotenv: (name) => collection.dotenv?.values.get(name)?.value,
      secret: (name) => find({ kind: 'secret', name, label: name, hidden: true }),
      prompt: (label) => find({ kind: 'label', name: label, label, hidden: false }),
    },
    environment,
    missing,
    answersTo: (prompts) => answersTo(prompts, find),
    forget: () => void missing.splice(0),
    async fetchMissing(signal) {
      const wanted = missing.splice(0);
      if (wanted.length > 0) await answers.fetch(wanted, signal);
      return wanted.length > 0;
    },
  };
}
