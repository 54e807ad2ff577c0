import { rowsOf, scriptsAround, sourceOf, syntaxErrorOf, type PlacedScript, type RequestSource } from '../../../language/index.ts';
import type { ActiveRun } from '../activeRun.ts';
import { collectInputs, needsInputs } from '../values/collectInputs.ts';
import { sentFirstOf } from '../values/sentFirst.ts';
import { createRunParts, type RunParts } from '../runParts.ts';
import { runRefs } from '../runRefs.ts';
import { asScriptRequest, withChanges, withGlobalHeaders } from '../scripts/scriptRequest.ts';
import { turnIfDue } from '../turnIfDue.ts';

export interface PreparedRequest {
  readonly kind: 'prepared';
  readonly parts: RunParts;
  readonly source: RequestSource;
  readonly responseScripts: readonly PlacedScript[];
}

/** A script skipped the request, or stopped all of the run. */
export interface EndedByScript {
  readonly kind: 'skip' | 'stop';
  readonly reason: string;
}

/** First stage: collects prompted values, sends the requests of `@ref` and runs the pre-request scripts. */
export async function prepareStage(run: ActiveRun): Promise<PreparedRequest | EndedByScript> {
  const { input, services, host, mask, signal } = run;
  const { tree, file, block } = input.context;
  await turnIfDue(signal);
  const syntaxError = syntaxErrorOf(tree, file, block);
  if (syntaxError !== undefined) throw syntaxError;
  rowsOf(input.context);
  mask.from(input.answers.hidden);
  const sentFirst = input.mode === 'dry' && input.standIns === true ? await sentFirstOf(input, signal) : undefined;
  if (needsInputs(input)) await collectInputs(input, { host, answers: input.answers, signal, sentFirst });
  const stopped = input.mode === 'send' ? await runRefs(input, run.emit, run.at, run.runAnother) : undefined;
  if (stopped !== undefined) return { kind: 'stop', reason: stopped };
  input.ran.set(block, undefined);

  const parts = createRunParts(run, sentFirst);
  const scripts = scriptsAround(parts.context, 'pre-request');
  const responseScripts = input.skipsResponseScripts === true ? [] : scriptsAround(parts.context, 'response');
  if (scripts.length > 0 || responseScripts.length > 0) services.sandbox.warm();
  const outcome = await runPreRequestScripts(run, parts, scripts);
  if (outcome.kind !== 'written') return outcome;
  signal.throwIfAborted();
  return { kind: 'prepared', parts, source: outcome.source, responseScripts };
}

async function runPreRequestScripts(
  { input, request }: ActiveRun,
  { scripts, sender }: RunParts,
  preRequest: readonly PlacedScript[],
): Promise<{ readonly kind: 'written'; readonly source: RequestSource } | EndedByScript> {
  let source = withGlobalHeaders(sourceOf(input.context.tree, request), input.variables);
  for (const script of preRequest) {
    const before = asScriptRequest(request, source);
    const { request: after, skipped } = await scripts.run(script, before, undefined);
    if (sender.stopped !== undefined) return { kind: 'stop', reason: sender.stopped };
    if (skipped !== undefined) return skipped;
    source = withChanges(source, before, after);
  }
  return { kind: 'written', source };
}
