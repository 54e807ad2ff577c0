import { ReqError } from '../../../base/reqError.ts';
import { templateOfText, type Evaluation } from '../../../language/index.ts';
import { Filler } from '../../../language/sending.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import type { SendSources } from './sendSources.ts';

/**
 * Fills in the placeholders of a connection setting as in a request, with prompts for missing values.
 * @throws {ReqError} `undefined-variable`
 */
export async function fillSetting(
  text: string,
  evaluate: () => Evaluation,
  asking: SendSources,
  mask: MaskBox,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const evaluation = evaluate();
    const filler = new Filler(evaluation, false);
    const filled = filler.text(templateOfText(text));
    if (await asking.fetchMissing(signal)) {
      signal.throwIfAborted();
      continue;
    }
    mask.from(evaluation.secrets());
    const problem = filler.problems[0];
    if (problem === undefined) return filled;
    const { placeholder, problem: why } = problem;
    throw new ReqError('undefined-variable', `The passphrase of a client certificate: ${placeholder.text}: ${why.message}`);
  }
}
