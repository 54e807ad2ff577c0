import { pushAll } from '../../base/lists.ts';
import { createMask } from '../../base/mask.ts';
import {
  createEvaluation,
  exchangesOf,
  Filler,
  promptsOf,
  scopeOf,
  scriptsAround,
  sharedBlocks,
  sourceOf,
  templateAt,
  templateOfText,
  type RequestBlock,
} from '../../language/index.ts';
import { resolveRequest } from '../../language/sending.ts';
import type { PromptedValues } from './promptedValues.ts';
import { atLength } from './atLength.ts';
import { bodyText } from './bodyFiles.ts';
import type { Destination, Host, Question } from '../ports/host.ts';
import type { RunInput } from '../index.ts';
import { secretsInHost } from './knownSecrets.ts';
import { nestedInput, outermost } from './nestedRun.ts';
import { destinationFinder } from './protectedValues.ts';
import { neededFirst } from './runRefs.ts';
import { sendSources } from './sendSources.ts';
import { turnIfDue } from './turns.ts';
import { isHopeless } from './unresolvable.ts';

/** With what a run looks ahead. */
export interface InputCollection {
  readonly host: Host;
  readonly answers: PromptedValues;
  readonly signal: AbortSignal;
}

/**
 * Finds out what a request, and those that it needs first, will ask a person for, as far as it is written in the files, and asks for
 * all of it at once. What only a script or an answer makes known is asked for later. Throws ReqError where a request is not there,
 * or where the person gave up.
 */
export async function collectInputs(input: RunInput, { host, answers, signal }: InputCollection): Promise<void> {
  const questions: Question[] = [];
  const seen = (input.nesting ?? outermost()).lookedAt;
  if (seen.has(input.context.block)) return;
  /** Others were looked at: what they define is not there yet. */
  let others = false;
  if ((await look(input)) && questions.length > 0) await answers.fetch(questions, signal);

  /** False where nothing can be sent, whatever is answered. */
  async function look(at: RunInput): Promise<boolean> {
    seen.add(at.context.block);
    await turnIfDue(signal);
    if (at.mode === 'send') {
      for await (const { needed } of neededFirst(at))
        if (
          !seen.has(needed.block) &&
          input.ran?.has(needed.block) !== true &&
          !(await look(nestedInput(at, needed, (at.nesting ?? outermost()).depth)))
        )
          return false;
    }
    // A chain is looked at from its end: each step back takes a turn, too.
    await turnIfDue(signal);
    const mayBeSent = await lookAtOne(at);
    others = true;
    return mayBeSent;
  }

  async function lookAtOne({ context: before, defaults, exchanges, network }: RunInput): Promise<boolean> {
    const { tree, file, collection } = before;
    const block = before.block as RequestBlock;
    const asking = sendSources(host, answers, before);
    const context = { ...before, answers: asking.answersTo(promptsOf(before)) };
    const evaluation = createEvaluation(scopeOf(context), asking.sources, exchangesOf(tree, exchanges));
    const resolution = await atLength(host, tree.text.length, () =>
      resolveRequest({ block, source: sourceOf(tree, block), shared: sharedBlocks(context), evaluation, defaults }),
    );
    const defined = !others && scriptsAround(context, 'pre-request').length === 0;
    if (!resolution.ok && defined && resolution.problems.some(isHopeless)) return false;
    const filler = new Filler(evaluation, true);
    for (const { right } of block.assertions) filler.text(templateAt(tree, right));
    if (resolution.ok) {
      const own = { file, line: tree.lines.positionAt(block.requestLine.range.start).line + 1, column: 1 };
      const secrets = [...evaluation.secrets];
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
    return true;
  }
}

/** Whether what a request asks for shows before it is resolved: otherwise that is soon enough. */
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
