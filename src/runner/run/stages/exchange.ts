import { ReqError } from '../../../base/reqError.ts';
import { nameOf, type ResolvedRequest } from '../../../language/index.ts';
import type { StreamChecks } from '../../check/streamChecks.ts';
import { neededBy } from '../../check/subjectValue.ts';
import { streamChecksFor } from '../assertions/streamChecksFor.ts';
import { contractFor, type ContractOfRun } from '../contract/contractOfRun.ts';
import type { ExchangeResult } from '../../http/exchange/exchangeTypes.ts';
import type { Outcome } from '../../ports/events.ts';
import { StreamText } from '../../streamText/streamText.ts';
import type { ActiveRun } from '../activeRun.ts';
import { exchangeOfRun } from '../exchange/exchangeOfRun.ts';
import { finishedExchange } from '../exchange/finishedExchange.ts';
import { Received } from '../exchange/receivedBody.ts';
import type { PreparedRequest } from './prepare.ts';
import { resolveStage } from './resolve.ts';

export interface ExchangedRequest {
  readonly outcome: Outcome;
  readonly resolved: ResolvedRequest;
  readonly received: Received;
  readonly checks: StreamChecks;
  readonly contract: ContractOfRun | undefined;
}

/**
 * Third stage: sends the request and receives its response. If the server refuses a cached token, sends again with a new one. Stores the
 * exchange for requests that refer to it by name.
 * @throws {ReqError} if there is no complete response
 */
export async function exchangeStage(run: ActiveRun, prepared: PreparedRequest, resolved: ResolvedRequest): Promise<ExchangedRequest> {
  const { report, listeners } = run;
  const { tokens, scripts } = prepared.parts;
  const contract = await contractFor(run, prepared, resolved);
  const checks = await streamChecksFor(run, prepared, contract?.stream);
  const received = receiverFor(run, prepared, resolved, contract);
  contract?.attach(received);
  report.received = received;
  const first = await send(run, prepared, { resolved, received, checks, isRefusable: () => tokens.hasKept });
  const last = first.refused ? await sendWithNewToken(run, prepared, received, checks) : { resolved, result: first };
  scripts.emitChanges();
  report.stopped = listeners.stopped;
  const { error, outcome } = last.result;
  if (error !== undefined && outcome === 'failed') throw error;
  if (outcome === 'cancelled') throw error ?? new ReqError('cancelled', 'Cancelled.');
  keepExchange(run, last.resolved, received);
  return { outcome, resolved: last.resolved, received, checks, contract };
}

/** Keeps as much of the response as assertions, scripts, other requests and the caller may read. */
function receiverFor(
  { input, request }: ActiveRun,
  { responseScripts }: PreparedRequest,
  { options }: ResolvedRequest,
  contract: ContractOfRun | undefined,
): Received {
  const readsAll = responseScripts.length > 0 || input.wanted === true;
  const needed = neededBy([...request.assertions, ...request.captures]);
  const textOfStream = readsAll || needed.text ? (): StreamText => new StreamText(options.textPath) : undefined;
  const mostEvents = readsAll ? Number.POSITIVE_INFINITY : needed.events;
  return new Received(
    readsAll || needed.body || contract !== undefined || needed.events > 0 || nameOf(request) !== '',
    textOfStream,
    input.body,
    mostEvents,
  );
}

interface OneSend {
  readonly resolved: ResolvedRequest;
  readonly received: Received;
  readonly checks: StreamChecks;
  /** Whether a 401 may be due to a cached token. */
  readonly isRefusable: () => boolean;
}

type SendResult = ExchangeResult & { readonly outcome: Outcome };

async function send(run: ActiveRun, { parts }: PreparedRequest, { resolved, received, checks, isRefusable }: OneSend): Promise<SendResult> {
  const { input, report, listeners, at, emit, signal } = run;
  const result = await exchangeOfRun(
    { input, settings: parts.settings, listeners, checks, at, emit, signal },
    resolved,
    received,
    isRefusable,
  );
  report.timings = result.timings;
  report.sizes = result.sizes;
  if (!result.refused && listeners.error !== undefined && !signal.aborted) throw listeners.error;
  return result;
}

async function sendWithNewToken(
  run: ActiveRun,
  prepared: PreparedRequest,
  received: Received,
  checks: StreamChecks,
): Promise<{ readonly resolved: ResolvedRequest; readonly result: SendResult }> {
  const { parts, source } = prepared;
  run.log('The server rejected a cached token (401): the request is sent again with a new one.');
  await parts.tokens.refuse();
  const resolved = await resolveStage(run, parts, source, true);
  return { resolved, result: await send(run, prepared, { resolved, received, checks, isRefusable: () => false }) };
}

function keepExchange({ input, request, host, mask, outgoing }: ActiveRun, resolved: ResolvedRequest, received: Received): void {
  const name = nameOf(request);
  const { head } = received;
  if (name === '' || head === undefined) return;
  const { madeFrom: taint, hidden } = outgoing;
  input.exchanges.keep(name, finishedExchange({ time: host.now(), resolved, head, received, mask, taint, isPartial: hidden.any }));
}
