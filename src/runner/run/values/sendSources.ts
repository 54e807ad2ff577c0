import { ReqError } from '../../../base/reqError.ts';
import type { BlockContext, DataVariables, Prompt, Sources } from '../../../language/index.ts';
import { valueToText, type Value } from '../../../base/values/value.ts';
import { fromSentFirst } from '../../../language/sending.ts';
import { RunTaint } from '../permissions/gate.ts';
import { valuesForPrompts, type PromptedValues } from './promptedValues.ts';
import type { RunTokens } from '../../auth/tokens/runTokens.ts';
import { sampleOf } from '../../random/samples.ts';
import type { Host, Question } from '../../ports/host.ts';

/** Sources of one send. Secrets and prompted values are fetched after a first pass has shown that they are needed. */
export interface SendSources {
  readonly sources: Sources;
  readonly missing: readonly Question[];
  /** Variables of `@prompt` directives. All of them become pending questions. */
  answersTo(prompts: readonly Prompt[]): DataVariables;
  /** Adds a file's text, in which names of environment variables may occur. */
  readonly reads: (text: string) => void;
  /** Whether values are missing: results of lookups then contain stand-ins. */
  lacks(): boolean;
  forget(): void;
  /**
   * Fetches the missing values. Tokens are fetched when all values that they depend on are known.
   * @param tokens whether tokens are fetched, by default true
   * @returns false if no value was missing
   * @throws {ReqError} if the user cancels the prompt
   */
  fetchMissing(signal: AbortSignal, tokens?: boolean): Promise<boolean>;
}

/** Replaces a secret or prompted value until it is fetched. It is never sent. */
const standIn = '‹not known yet›';

/** Whether a value contains one of `sentFirst`. */
const isSentFirst = (value: Value): boolean => valueToText(value).includes(fromSentFirst);

/** Whether a text contains no stand-in. */
export const isKnown = (text: string): boolean => !text.includes(standIn);

/**
 * @param tokens if absent, tokens stay stand-ins
 * @param taint collects inputs that may not be sent to every receiver
 * @param sentFirst in a dry run, the stand-ins of values that other requests provide
 */
export function sendSources(
  host: Host,
  answers: PromptedValues,
  context: BlockContext,
  tokens?: RunTokens,
  taint: RunTaint = new RunTaint(),
  sentFirst?: Sources['sentFirst'],
): SendSources {
  const { collection } = context;
  const more: string[] = [];
  const missing: Question[] = [];
  // Returns a stand-in until the value is fetched, so that other problems are found before the user is asked.
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
      sample: (kind) => sampleOf(kind, host),
      env(name) {
        const value = host.env(name);
        if (value === undefined) return undefined;
        if (!isWritten(name, [...written(context), ...more])) throw unwrittenName(name);
        taint.add({ env: [name], files: [] });
        // If the host guards the look-ups of scripts, these values are hidden everywhere.
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
      ...(sentFirst === undefined ? {} : { sentFirst, isStandIn: isSentFirst }),
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
        // Pending token requests contain stand-ins.
        tokens?.forget();
        return true;
      }
      return tokensToo && tokens !== undefined && (await tokens.fetch(signal));
    },
  };
}

/** Literal texts around a request. */
function* written({ tree, collection }: BlockContext): Generator<string> {
  yield tree.text;
  for (const { tree: shared } of collection.shared) yield shared.text;
  for (const { text } of collection.environmentFiles) yield text;
}

const nameContinues = /^[\p{L}\p{N}_$-]/u;

/** Whether a text names a variable of the process's environment literally. */
function isWritten(name: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const before = text.slice(Math.max(0, at - 40), at);
      if (
        /(?:\$env(?:\.|\[ *["'])|\$processEnv[ \t]+|\bprocess\.env\.|\bbru\.getProcessEnv\( *["'`])$/.test(before) &&
        !nameContinues.test(text.slice(at + name.length, at + name.length + 2))
      )
        return true;
    }
    return false;
  });
}

/** Scripts can only read environment variables whose names occur literally in files. */
const unwrittenName = (name: string): ReqError =>
  new ReqError(
    'script',
    `{{$env.${name}}} does not appear in any file: a script can read only those values of the process's environment that a file names.`,
    {
      hint: 'Write the whole placeholder in the request or in the script.',
    },
  );
