import { pushAll } from '../../../base/lists.ts';
import { createMask } from '../../../base/masks/mask.ts';
import { isReqError, toFailure } from '../../../base/reqError.ts';
import {
  createEvaluation,
  exchangesOf,
  promptsOf,
  scopeOf,
  scriptsAround,
  sharedBlocks,
  sourceOf,
  templateAt,
  templateOfText,
  type RequestBlock,
  type Sources,
} from '../../../language/index.ts';
import { resolveRequest, Filler } from '../../../language/sending.ts';
import type { PromptedValues } from './promptedValues.ts';
import { atLength, resolvingSize } from './atLength.ts';
import { bodyText } from './bodyFiles.ts';
import { EarlierSteps } from './certainlyUndefined.ts';
import type { Destination, Host, Question } from '../../ports/host.ts';
import type { RunInput } from '../../ports/input.ts';
import { secretsInHost } from '../permissions/knownSecrets.ts';
import { nestedInput } from '../scripts/nestedRun.ts';
import { outermost } from '../scripts/nesting.ts';
import { destinationFinder } from '../permissions/protectedValues.ts';
import { neededFailed, neededFirst } from '../runRefs.ts';
import { sendSources } from './sendSources.ts';
import { turnIfDue } from '../turnIfDue.ts';
import { unresolvable } from './unresolvable.ts';

export interface InputCollection {
  readonly host: Host;
  readonly answers: PromptedValues;
  readonly signal: AbortSignal;
  readonly sentFirst: Sources['sentFirst'];
}

/**
 * Collects the prompts of a request and of its `@ref`s, as far as they are known from the files, and shows all of them at once. Prompts
 * that depend on a script or a response follow later.
 * @throws {ReqError} if a request does not exist, a placeholder is certainly undefined, or the user cancels
 */
export async function collectInputs(input: RunInput, { host, answers, signal, sentFirst }: InputCollection): Promise<void> {
  const questions: Question[] = [];
  const collected = (input.nesting ?? outermost()).lookedAt;
  if (collected.has(input.context.block)) return;
  const earlier = new EarlierSteps();
  await look(input);
  if (questions.length > 0) await answers.fetch(questions, signal);

  async function look(at: RunInput): Promise<void> {
    collected.add(at.context.block);
    await turnIfDue(signal);
    if (at.mode === 'send') {
      for await (const { name, place, needed } of neededFirst(at)) {
        const failed = input.ran?.get(needed.block);
        if (failed !== undefined) throw neededFailed(name, failed, place);
        if (collected.has(needed.block) || input.ran?.has(needed.block) === true) continue;
        await look(nestedInput(at, needed, (at.nesting ?? outermost()).depth)).catch((e: unknown) => {
          throw isReqError(e) && e.kind !== 'cancelled' ? neededFailed(name, toFailure(e), place) : e;
        });
      }
    }
    // A chain is inspected from its end, so each step back may need a turn.
    await turnIfDue(signal);
    await lookAtOne(at);
    earlier.add(at.context);
  }

  async function lookAtOne({ context: before, defaults, exchanges, network }: RunInput): Promise<void> {
    const { tree, file, collection } = before;
    const block = before.block as RequestBlock;
    const asking = sendSources(host, answers, before, undefined, undefined, sentFirst);
    const context = { ...before, answers: asking.answersTo(promptsOf(before)) };
    const evaluation = createEvaluation(scopeOf(context), asking.sources, exchangesOf(tree, exchanges));
    const resolution = await atLength(host, resolvingSize(tree), () =>
      resolveRequest({ block, source: sourceOf(tree, block), shared: sharedBlocks(context), evaluation, defaults }),
    );
    const unsolvable = resolution.ok ? [] : earlier.unsolvable(context, resolution.problems);
    if (unsolvable.length > 0) throw unresolvable(tree, file, unsolvable);
    const filler = new Filler(evaluation, true);
    for (const { right } of block.assertions) filler.text(templateAt(tree, right));
    if (resolution.ok) {
      const own = { file, line: tree.lines.positionAt(block.requestLine.range.start).line + 1, column: 1 };
      const secrets = [...evaluation.secrets()];
      const mask = createMask([...secrets, ...secretsInHost(secrets, resolution.request)]);
      const to = (): Destination => destinationFinder(host, network, mask)(resolution.request);
      for (const part of resolution.request.body) {
        if (part.kind !== 'file' || !part.fill) continue;
        const { text } = await bodyText(part, { tree, file, root: collection.root, own, to }, host, signal);
        asking.reads(text);
        filler.text(templateOfText(text));
      }
    }
    pushAll(questions, asking.missing);
  }
}

/** Whether prompts must be collected in advance; otherwise the resolve stage collects them all at once. */
export function needsInputs({ context, mode }: RunInput): boolean {
  const { block } = context;
  const around = [block, ...sharedBlocks(context).map((s) => s.block)];
  return (
    scriptsAround(context, 'pre-request').length > 0 ||
    (mode === 'send' && around.some((b) => b.directives.some((d) => d.name.text === 'ref'))) ||
    (block as RequestBlock).assertions.some((a) => a.right.text.includes('{{')) ||
    (block as RequestBlock).body?.text.text.includes('<@') === true
  );
}
