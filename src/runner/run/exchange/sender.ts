import { composedInput, type ComposedRequest } from '../scripts/composedRequest.ts';
import { ReqError } from '../../../base/reqError.ts';
import type { RunEvent } from '../../ports/events.ts';
import { fileName, findRequest } from '../findRequest.ts';
import type { RunInput } from '../../ports/input.ts';
import type { RunTaint } from '../permissions/gate.ts';
import { isWell, nestedInput, runNested } from '../scripts/nestedRun.ts';
import { waitingCycle, mostSends, outermost, namesOf } from '../scripts/nesting.ts';
import type { RunResult } from '../runResult.ts';
import type { ScriptResponse } from '../../script/scriptTypes.ts';

/** Maximum depth of requests that wait for one another in their scripts. */
const maxDepth = 10;

/** `tool.send` of the scripts of one run. */
export interface Sender {
  /**
   * Sends other requests of the collection, one after another, and returns the response.
   * @throws {ReqError} if there is no such request
   */
  send(name: string, signal: AbortSignal, composed?: ComposedRequest): Promise<ScriptResponse>;
  readonly stopped: string | undefined;
}

/**
 * @param taint collects the taint of the sent requests
 * @param run runs one request to its end
 */
export function createSender(
  input: RunInput,
  taint: RunTaint,
  emit: (e: RunEvent) => void,
  at: () => number,
  run: (needed: RunInput, signal: AbortSignal) => Promise<RunResult>,
): Sender {
  const nesting = input.nesting ?? outermost();
  let last: Promise<unknown> = Promise.resolve();
  const sender: Sender & { stopped: string | undefined } = {
    stopped: undefined,
    send(name, signal, composed) {
      // In parallel, scripts of two requests would set variables in any order.
      const mine = last.then(() => sendNow(name, signal, composed));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
  return sender;

  async function sendNow(name: string, signal: AbortSignal, composed: ComposedRequest | undefined): Promise<ScriptResponse> {
    if (signal.aborted) throw new ReqError('cancelled', 'Cancelled.');
    if (input.mode === 'dry') throw new ReqError('script', `${name} was not sent: nothing is sent in a dry run.`);
    const { context, variables } =
      composed === undefined
        ? { context: await findRequest(input, name), variables: input.variables }
        : composedInput(composed, name, input);
    const depth = nesting.depth + 1;
    const cycle = waitingCycle(nesting, input.context.block, context.block);
    if (cycle !== undefined) throw new ReqError('script', `The request sends itself: ${cycle}`);
    if (depth > maxDepth) {
      const path = [...namesOf(nesting.waiting), name].join(' → ');
      throw new ReqError('script', `tool.send can be nested at most ${maxDepth} deep: ${path}`);
    }
    if (nesting.budget.left === 0)
      throw new ReqError('script', `${name} was not sent: the scripts of one run can send ${mostSends} requests.`);
    nesting.budget.left--;
    const { result, status } = await runNested(
      { ...nestedInput({ ...input, variables }, context, depth), wanted: true },
      { name, by: 'script', emit, at },
      (needed) => run(needed, signal),
    );
    emit({ kind: 'console', at: at(), level: 'info', text: status === '' ? `${name} was not sent.` : `${name} was sent: ${status}` });
    sender.stopped ??= result.stopped;
    taint.add(result.taint);
    const { response, failure } = result;
    if (response !== undefined && isWell(result.outcome)) return response;
    const place = failure?.at === undefined ? '' : ` (${fileName(failure.at.file)}:${failure.at.line})`;
    const why = failure === undefined ? 'a script prevented it from being sent' : `${failure.message}${place}`;
    throw new ReqError(failure?.kind ?? 'script', `${name}: ${why}`);
  }
}
