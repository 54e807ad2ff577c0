import { ReqError } from '../../../base/reqError.ts';
import type { DataVariables, Prompt } from '../../../language/index.ts';
import type { Host, Question } from '../../ports/host.ts';
import { raceAbort } from '../../../base/async/raceAbort.ts';

const keyOf = ({ kind, name, label }: Question): string => JSON.stringify(kind === 'prompt' ? [kind, name, label] : [kind, name]);

const questionOf = ({ name, label, secret }: Prompt): Question => ({ kind: 'prompt', name, label, hidden: secret });

/** Host and labels of a run's prompts. */
export interface PromptInput {
  readonly host: Host;
  readonly root: string;
  readonly title: string;
  /** `RunInput.id`. */
  readonly runId?: string | undefined;
  /** Whether the run sends its request. */
  readonly sends?: boolean;
}

/**
 * Values that the user and the secret storage returned in one run. All requests of the run share it, so each question is asked once,
 * and questions that are pending at the same time go into one form.
 */
export class PromptedValues {
  readonly #asking: PromptInput;
  readonly #known = new Map<string, string | undefined>();
  #last: Promise<unknown> = Promise.resolve();
  /** Values that must be masked. */
  readonly hidden = new Set<string>();

  constructor(asking: PromptInput) {
    this.#asking = asking;
  }

  knows(question: Question): boolean {
    return this.#known.has(keyOf(question));
  }

  /** Undefined if it was not fetched yet or does not exist. */
  get(question: Question): string | undefined {
    const answer = this.#known.get(keyOf(question));
    if (question.hidden && answer !== undefined) this.hidden.add(answer);
    return answer;
  }

  /**
   * Fetches the values that are not known yet.
   * @throws {ReqError} if the user cancels the prompt, or the run is cancelled
   */
  fetch(questions: readonly Question[], signal: AbortSignal): Promise<void> {
    // Serialized, so that two scripts that need the same value share one prompt.
    const fetched = this.#last.then(() => this.#fetch(questions, signal));
    this.#last = fetched.catch(() => undefined);
    return fetched;
  }

  async #fetch(questions: readonly Question[], signal: AbortSignal): Promise<void> {
    const { host, root, title, runId, sends } = this.#asking;
    const open = new Map<string, Question>();
    for (const question of questions) {
      const key = keyOf(question);
      if (this.#known.has(key)) continue;
      const kept = question.kind === 'secret' ? await raceAbort(host.secret(question.name, root), signal) : undefined;
      if (kept !== undefined) this.#known.set(key, kept);
      // Hidden if any question for the same value is hidden.
      else open.set(key, { ...question, hidden: question.hidden || open.get(key)?.hidden === true });
    }
    if (open.size === 0) return;
    const asked = [...open.values()];
    const answers = await raceAbort(host.ask({ root, title, questions: asked, runId, sends }, signal), signal);
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

/** Variables of `@prompt` directives. `find` returns their values. */
export function valuesForPrompts(prompts: readonly Prompt[], find: (question: Question) => string | undefined): DataVariables {
  const questions = new Map(prompts.map((p) => [p.name, questionOf(p)]));
  // Request all of them: a script may read one that no placeholder names.
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
