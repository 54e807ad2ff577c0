import { ReqError } from '../../base/reqError.ts';
import type { DataVariables, Prompt } from '../../language/index.ts';
import type { Host, Question } from '../ports/host.ts';
import { raceAbort } from '../../base/raceAbort.ts';

const keyOf = ({ kind, name, label }: Question): string => JSON.stringify(kind === 'prompt' ? [kind, name, label] : [kind, name]);

const questionOf = ({ name, label, secret }: Prompt): Question => ({ kind: 'prompt', name, label, hidden: secret });

/** Whom a run asks, and for what. */
export interface PromptInput {
  readonly host: Host;
  /** The collection's. */
  readonly root: string;
  /** What is being sent, for people. */
  readonly title: string;
  /** The run, by the name it was given. */
  readonly runId?: string | undefined;
}

/**
 * What a person and the secret storage have said in one run. All requests that it sends share it: each question is asked once,
 * and what is known to be needed at one time is asked at once.
 */
export class PromptedValues {
  readonly #asking: PromptInput;
  readonly #known = new Map<string, string | undefined>();
  #last: Promise<unknown> = Promise.resolve();
  /** Answers that must not be shown. */
  readonly hidden = new Set<string>();

  constructor(asking: PromptInput) {
    this.#asking = asking;
  }

  knows(question: Question): boolean {
    return this.#known.has(keyOf(question));
  }

  /** Undefined where it is not known, and where there is none. */
  get(question: Question): string | undefined {
    const answer = this.#known.get(keyOf(question));
    if (question.hidden && answer !== undefined) this.hidden.add(answer);
    return answer;
  }

  /** Finds out what is not known yet. Throws ReqError where the person gave up, or the run is cancelled. */
  fetch(questions: readonly Question[], signal: AbortSignal): Promise<void> {
    // Two scripts that wait for the same answer ask for it once.
    const fetched = this.#last.then(() => this.#fetch(questions, signal));
    this.#last = fetched.catch(() => undefined);
    return fetched;
  }

  async #fetch(questions: readonly Question[], signal: AbortSignal): Promise<void> {
    const { host, root, title, runId } = this.#asking;
    const open = new Map<string, Question>();
    for (const question of questions) {
      const key = keyOf(question);
      if (this.#known.has(key)) continue;
      const kept = question.kind === 'secret' ? await raceAbort(host.secret(question.name, root), signal) : undefined;
      if (kept !== undefined) this.#known.set(key, kept);
      // One who calls it a secret is enough.
      else open.set(key, { ...question, hidden: question.hidden || open.get(key)?.hidden === true });
    }
    if (open.size === 0) return;
    const asked = [...open.values()];
    const answers = await raceAbort(host.ask({ root, title, questions: asked, runId }, signal), signal);
    if (answers === undefined) throw notAnswered(asked);
    for (const [i, question] of asked.entries()) {
      const answer = answers[i];
      this.#known.set(keyOf(question), answer);
      if (question.hidden && answer !== undefined) this.hidden.add(answer);
    }
  }
}

function notAnswered([first, ...more]: readonly Question[]): ReqError {
  const what = more.length === 0 ? `"${first?.label}" was` : `${more.length + 1} questions were`;
  return new ReqError('cancelled', `Cancelled: ${what} not answered.`);
}

/** The variables of `@prompt`s. What has no answer yet is looked up with `find`. */
export function valuesForPrompts(prompts: readonly Prompt[], find: (question: Question) => string | undefined): DataVariables {
  const questions = new Map(prompts.map((p) => [p.name, questionOf(p)]));
  // All are asked for: a script may want what no placeholder names.
  for (const question of questions.values()) find(question);
  return {
    find: (name) => {
      const question = questions.get(name);
      const value = question === undefined ? undefined : find(question);
      return value === undefined ? undefined : { value, origin: { layer: 'prompt' } };
    },
    names: () => questions.keys(),
  };
}
