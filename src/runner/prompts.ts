import { ReqError } from '../base/reqError.ts';
import { noVariables, promptsOf, type BlockContext, type DataVariables } from '../language/index.ts';
import type { Host } from './host.ts';
import type { MaskBox } from './maskEvents.ts';

/** Asks for every `# @prompt` of a send. Giving up on one sends nothing: ReqError 'cancelled'. */
export async function askPrompts(context: BlockContext, host: Host, mask: MaskBox, signal: AbortSignal): Promise<DataVariables> {
  const prompts = promptsOf(context);
  if (prompts.length === 0) return noVariables;
  const answers = new Map<string, string>();
  const secrets = new Set<string>();
  mask.from(secrets);
  for (const { name, label, secret } of prompts) {
    const answer = await host.prompt(label, secret, signal);
    if (answer === undefined) throw new ReqError('cancelled', `Nothing was sent: "${label}" was not answered.`);
    answers.set(name, answer);
    if (secret) secrets.add(answer);
  }
  return {
    find: (name) => {
      const value = answers.get(name);
      return value === undefined ? undefined : { value, origin: { layer: 'prompt' } };
    },
    names: () => answers.keys(),
  };
}
