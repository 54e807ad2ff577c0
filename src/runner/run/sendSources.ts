import { ReqError } from '../../base/reqError.ts';
import type { BlockContext, DataVariables, Prompt, Sources } from '../../language/index.ts';
import { RunTaint } from './gate.ts';
import { valuesForPrompts, type PromptedValues } from './promptedValues.ts';
import type { RunTokens } from '../auth/runTokens.ts';
import type { Host, Question } from '../ports/host.ts';

/** Sources of one send. Secrets and answers are fetched when a first pass has shown that they are needed. */
export interface SendSources {
  readonly sources: Sources;
  /** What a person is to be asked for. */
  readonly missing: readonly Question[];
  /** The variables of `@prompt`s: all of them are asked for. */
  answersTo(prompts: readonly Prompt[]): DataVariables;
  /** A file's text may name what is to be taken from the process's environment. */
  readonly reads: (text: string) => void;
  /** Whether something was asked for that is not known: what was looked up with it holds a stand-in. */
  lacks(): boolean;
  /** What was asked for was not needed after all. */
  forget(): void;
  /**
   * Fetches what was asked for and not known; false when nothing was. Throws ReqError when the user gave up. Tokens are fetched
   * when all they need is known, and only where `tokens` says that they are of use.
   */
  fetchMissing(signal: AbortSignal, tokens?: boolean): Promise<boolean>;
}

/** What a secret or an answer looks like before it is known; it is never sent. */
const standIn = '‹not known yet›';

/** Whether a text was made without a stand-in. */
export const isKnown = (text: string): boolean => !text.includes(standIn);

/**
 * @param tokens without them tokens stay stand-ins
 * @param taint takes what may not go to every receiver
 */
export function sendSources(
  host: Host,
  answers: PromptedValues,
  context: BlockContext,
  tokens?: RunTokens,
  taint: RunTaint = new RunTaint(),
): SendSources {
  const { collection } = context;
  const more: string[] = [];
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
        if (value === undefined) return undefined;
        if (!isWritten(name, [...written(context), ...more])) throw madeUp(name);
        taint.add({ env: [name], files: [] });
        // Who must not see what scripts look up sees it nowhere.
        if (host.mayLookUp !== undefined) answers.hidden.add(value);
        return value;
      },
      dotenv: (name) => collection.dotenv?.values.get(name)?.value,
      brokenDotenv: collection.dotenv?.problem,
      secret: (name) => find({ kind: 'secret', name, label: name, hidden: true }),
      token(wanted) {
        const found = tokens?.find(wanted);
        return found === undefined ? standIn : found.text;
      },
      prompt: (label) => find({ kind: 'label', name: label, label, hidden: false }),
      meets: (met) => taint.add(met),
      hidesTainted: host.mayLookUp !== undefined,
    },
    missing,
    answersTo: (prompts) => valuesForPrompts(prompts, find),
    reads: (text) => void more.push(text),
    lacks: () => missing.length > 0 || tokens?.lacks === true,
    forget() {
      missing.splice(0);
      tokens?.forget();
    },
    async fetchMissing(signal, tokensToo = true) {
      const wanted = missing.splice(0);
      if (wanted.length > 0) {
        await answers.fetch(wanted, signal);
        // They were asked for with a stand-in.
        tokens?.forget();
        return true;
      }
      return tokensToo && tokens !== undefined && (await tokens.fetch(signal));
    },
  };
}

/** The texts that people wrote around a request. */
function* written({ tree, collection }: BlockContext): Generator<string> {
  yield tree.text;
  for (const { tree: shared } of collection.shared) yield shared.text;
  for (const { text } of collection.environmentFiles) yield text;
}

const nameGoesOn = /^[\p{L}\p{N}_$-]/u;

/** Whether a name of the process's environment is written out somewhere. */
function isWritten(name: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const before = text.slice(Math.max(0, at - 40), at);
      if (
        /(?:\$env(?:\.|\[ *["'])|\$processEnv[ \t]+)$/.test(before) &&
        !nameGoesOn.test(text.slice(at + name.length, at + name.length + 2))
      )
        return true;
    }
    return false;
  });
}

/** Scripts see no more of the process's environment than the files name. */
const madeUp = (name: string): ReqError =>
  new ReqError(
    'script',
    `{{$env.${name}}} is written in no file: a script cannot make up the name of a value of the process's environment.`,
    {
      hint: 'Write the placeholder out, in the request or in the text of the script.',
    },
  );
