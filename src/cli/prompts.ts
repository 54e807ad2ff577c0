import { ReqError } from '../base/reqError.ts';
import { sharedBlocks, type BlockContext, type DataVariables } from '../language/index.ts';

/** A variable that `@prompt NAME [label]` asks for. */
export interface PromptDirective {
  readonly name: string;
  readonly label: string;
  /** `@secret NAME` stands there too: the answer is not shown. */
  readonly secret: boolean;
}

/** The `@prompt` directives around a request, each name once: the request's own first. */
export function promptsOf(context: BlockContext): readonly PromptDirective[] {
  const directives = [context.block, ...sharedBlocks(context).map((s) => s.block)].flatMap((b) => b.directives);
  const secrets = new Set(directives.filter((d) => d.name.text === 'secret').map((d) => d.argument?.text));
  const prompts = new Map<string, PromptDirective>();
  for (const d of directives) {
    const [name, ...label] = (d.argument?.text ?? '').trim().split(/\s+/);
    if (d.name.text !== 'prompt' || name === undefined || name === '' || prompts.has(name)) continue;
    prompts.set(name, { name, label: label.join(' ') || name, secret: secrets.has(name) });
  }
  return [...prompts.values()];
}

/** Answers to the prompts of a request, as variables. Throws ReqError where the person gave up. */
export async function answersTo(
  prompts: readonly PromptDirective[],
  given: ReadonlyMap<string, string>,
  ask: (label: string, secret: boolean) => Promise<string | undefined>,
): Promise<DataVariables> {
  const answers = new Map<string, string>();
  for (const { name, label, secret } of prompts) {
    const answer = given.get(name) ?? (await ask(label, secret));
    if (answer === undefined) throw new ReqError('cancelled', `Nothing was sent: "${label}" was not answered.`);
    answers.set(name, answer);
  }
  return variablesFrom(answers);
}

/** Stand-ins for answers, to look at a file without asking. */
export const unanswered = (prompts: readonly PromptDirective[]): DataVariables =>
  variablesFrom(new Map(prompts.map((p) => [p.name, '‹asked when sending›'])));

const variablesFrom = (answers: ReadonlyMap<string, string>): DataVariables => ({
  find(name) {
    const value = answers.get(name);
    return value === undefined ? undefined : { value, origin: { layer: 'prompt' } };
  },
  names: () => answers.keys(),
});
