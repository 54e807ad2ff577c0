/* oxlint-disable max-lines -- being split into stages */
import { ReqError, toFailure, type Failure, type Place } from '../../base/reqError.ts';
import {
  createEvaluation,
  exchangesOf,
  nameOf,
  promptsOf,
  scopeOf,
  scriptsAround,
  sharedBlocks,
  sourceOf,
  syntaxErrorOf,
  titleOf,
  type Evaluation,
  type RequestBlock,
  type RequestSource,
  type ResolvedRequest,
  type SendOptions,
  type Taint,
} from '../../language/index.ts';
import { resolveRequest, Substitutions } from '../../language/sending.ts';
import { PromptedValues } from './promptedValues.ts';
import { tokensOfRun } from '../auth/tokensOfRun.ts';
import { checkAndRunScripts } from './checkAndRunScripts.ts';
import { eventsNeeded } from '../check/assertions.ts';
import { cookiesOfRun } from '../cookies/cookiesOfRun.ts';
import { openBody, SentFiles } from './bodyFiles.ts';
import type { Outcome } from '../ports/events.ts';
import { consoleEvent } from './exchangeEvents.ts';
import { exchangeOfRun } from './exchangeOfRun.ts';
import { Gate, RunTaint } from './gate.ts';
import type { Destination } from '../ports/host.ts';
import { describe } from '../http/exchange/exchange.ts';
import type { ExchangeResult, ExchangeSettings } from '../http/exchange/exchangeTypes.ts';
import { secretsInHost, reportSecrets } from './knownSecrets.ts';
import { finishedExchange } from './finishedExchange.ts';
import { fillSetting } from './fillSetting.ts';
import { openConnection } from './openConnection.ts';
import { createRoutes } from '../http/connect/routes.ts';
import { collectInputs, needsInputs } from './collectInputs.ts';
import { outermost, withInnerMask } from './nestedRun.ts';
import { maskedUntilFinished, type MaskBox } from './maskEvents.ts';
import { Received } from './receivedBody.ts';
import { createSender } from './sender.ts';
import { ScriptRunner } from './scriptRunner.ts';
import type { ScriptResponse } from '../script/scriptTypes.ts';
import { atLength } from './atLength.ts';
import { asScriptRequest, withChanges } from './scriptRequest.ts';
import { askForProtected, destinationFinder } from './protectedValues.ts';
import { runRefs } from './runRefs.ts';
import { noSizes, noTimings, type RunResult } from './runResult.ts';
import { ResponseToCheck } from './responseToCheck.ts';
import { shownFailure } from './shownFailure.ts';
import { isKnown, sendSources, type SendSources } from './sendSources.ts';
import { StreamListeners } from './streamListeners.ts';
import { substitutedIn } from './substituted.ts';
import { StreamText } from '../streamText/streamText.ts';
import { turnIfDue } from './turns.ts';
import { isHopeless, unresolvable } from './unresolvable.ts';
import type { RunInput, RunServices } from '../index.ts';

/** One send from start to end: scripts, look-up, exchange, scripts and assertions. Tells everything by `emit`, `finished` last; never throws. */
export async function runRequest(input: RunInput, services: RunServices, mask: MaskBox, signal: AbortSignal): Promise<RunResult> {
  let { context } = input;
  const { tree, file, block, collection } = context;
  const { host, sandbox } = services;
  const startTime = performance.now();
  const at = (): number => performance.now() - startTime;
  const request = block as RequestBlock;
  const line = tree.lines.positionAt(request.requestLine.range.start).line + 1;
  const own: Place = { file, line, column: 1 };
  const emit = maskedUntilFinished(input.emit, mask);
  /** What messages were signed with. The mask reads all its sets for each text, so it gets this one when there is a signature. */
  const signatures = new Set<string>();
  const cookies = cookiesOfRun(services.cookies, context, mask);
  let fill = (text: string): Promise<string> => Promise.resolve(text);
  const taint = new RunTaint();
  const sentFiles = new SentFiles();
  const sending = { context, host, own, signal };
  const destinationOf = destinationFinder(host, input.network, mask.apply);
  /** Names of the secrets that go out with the request. */
  let carried: readonly string[] = [];
  const gate = new Gate({ ...sending, taint, bodyFiles: sentFiles, destinationOf, mask: mask.apply, secrets: () => carried });
  const exchangeSettings: ExchangeSettings = {
    cookies,
    ...services.exchangeSettings,
    permits: (message, isRedirect) => gate.message(message, isRedirect ? 'redirect' : 'request'),
    hide: (text) => mask.from(signatures.add(text)),
    route: createRoutes({ host, trusts: services.trusts, settings: input.network, fill: (text) => fill(text) }),
  };
  let requested: (Pick<ResolvedRequest, 'wireUrl'> & Pick<SendOptions, 'connection'>) | undefined;
  let timings = noTimings;
  let sizes = noSizes;
  const listeners = new StreamListeners();
  let stopped: string | undefined;
  let skipped: string | undefined;
  let response: ScriptResponse | undefined;
  let kept: Received | undefined;
  const ran: NonNullable<RunInput['ran']> = input.ran ?? new Map();

  emit({
    kind: 'started',
    at: 0,
    name: nameOf(block) || titleOf(block),
    title: titleOf(block),
    file,
    line,
    method: request.requestLine.method?.text ?? 'GET',
    urlTemplate: sourceOf(tree, request)
      .target.map((t) => t.written)
      .join(''),
    time: host.now(),
  });
  let outcome: Outcome;
  let failure: Failure | undefined;
  try {
    outcome = await go();
  } catch (e) {
    failure = signal.aborted ? { kind: 'cancelled', message: 'Cancelled.' } : toFailure(e);
    outcome = failure.kind === 'cancelled' ? 'cancelled' : 'failed';
  } finally {
    listeners.drop();
    kept?.release();
  }
  const shown = failure && shownFailure(failure, own, mask);
  // What needs it is not sent either.
  if (shown !== undefined) ran.set(block, shown);
  emit({ kind: 'finished', at: at(), outcome, failure: shown, timings, sizes });
  return { outcome, failure: shown, stopped, skipped, response, taint: madeFrom() };

  async function go(): Promise<Outcome> {
    await turnIfDue(signal);
    const unreadable = syntaxErrorOf(tree, file, block);
    if (unreadable !== undefined) throw unreadable;
    const another = (needed: RunInput, until = signal): Promise<RunResult> =>
      withInnerMask(mask, (inner) => runRequest(needed, services, inner, until));
    const answers =
      input.answers ?? new PromptedValues({ host, root: collection.root, title: nameOf(block) || titleOf(block), runId: input.id });
    mask.from(answers.hidden);
    const all = { nesting: outermost(), ran, answers, ...input };
    if (needsInputs(all)) await collectInputs(all, { host, answers, signal });
    if (input.mode === 'send') stopped = await runRefs(all, emit, at, another);
    if (stopped !== undefined) return notSent('stop', stopped);
    ran.set(block, undefined);
    const allow = (to: Parameters<typeof destinationOf>[0]): Promise<void> => gate.taint(destinationOf(to));
    const tokenSettings: ExchangeSettings = { ...exchangeSettings, permits: (message) => gate.message(message, 'token') };
    const forTokens = { ...services, exchangeSettings: tokenSettings };
    const tokens = tokensOfRun(input, forTokens, { tell, request: () => requested, allow, mask: mask.apply });
    const asking = sendSources(host, answers, context, tokens, taint);
    reportSecrets(context, input.exchanges, { host, answers, sources: asking.sources, mask });
    fill = (text) => fillSetting(text, () => evaluate(asking), asking, mask, signal);
    context = { ...context, answers: asking.answersTo(promptsOf(context)) };
    const sender = createSender(all, taint, emit, at, another);
    const scripts = new ScriptRunner({
      context,
      host,
      sandbox,
      variables: input.variables,
      exchanges: input.exchanges,
      asking,
      madeFrom,
      mask,
      limits: services.scriptLimits,
      sender,
      listeners,
      nested: (input.nesting?.depth ?? 0) > 0,
      at,
      emit,
      signal,
    });
    const before = scriptsAround(context, 'pre-request');
    const after = scriptsAround(context, 'response');
    if (before.length > 0 || after.length > 0) sandbox.warm();

    let source = sourceOf(tree, request);
    for (const script of before) {
      const seen = asScriptRequest(request, source);
      const result = await scripts.run(script, seen, undefined);
      stopped = sender.stopped ?? (result.skipped?.kind === 'stop' ? result.skipped.reason : undefined);
      if (stopped !== undefined) return notSent('stop', stopped);
      if (result.skipped !== undefined) return notSent('skip', (skipped = result.skipped.reason));
      source = withChanges(source, seen, result.request);
    }
    signal.throwIfAborted();

    let resolved = await resolve(source, asking, scripts);
    input.onResolved?.(resolved);
    if (input.mode === 'dry') {
      const described = await describe(resolved, exchangeSettings);
      input.onDescribed?.(described);
      emit({ kind: 'sending', at: at(), request: described, body: resolved.body });
      return 'complete';
    }
    const checked = after.length > 0 || request.assertions.length > 0;
    const seen = checked || input.wanted === true;
    const { textPath } = resolved.options;
    const textOfStream = seen ? (): StreamText => new StreamText(textPath) : undefined;
    const mostEvents = after.length > 0 || input.wanted === true ? Number.POSITIVE_INFINITY : eventsNeeded(request.assertions);
    const received = (kept = new Received(seen || nameOf(block) !== '', textOfStream, input.body, mostEvents));
    const isRefusable = (): boolean => tokens.hasKept;
    let result = await send(resolved, received, isRefusable);
    if (result.refused) {
      tell('The server refused a token that was kept (401): another one is sent.');
      await tokens.refuse();
      resolved = await resolve(source, asking, scripts, true);
      result = await send(resolved, received);
    }
    scripts.tellChanges();
    stopped = listeners.stopped;
    if (result.error !== undefined && result.outcome === 'failed') throw result.error;
    if (result.outcome === 'cancelled') throw result.error ?? new ReqError('cancelled', 'Cancelled.');
    if (nameOf(block) !== '' && received.head !== undefined)
      input.exchanges.keep(
        nameOf(block),
        finishedExchange({ time: host.now(), resolved, head: received.head, received, mask, taint: madeFrom() }),
      );
    // Whoever wants it has it when the run is over, and its body no more.
    const toCheck = received.head && seen ? new ResponseToCheck(received, received.head, timings.total) : undefined;
    if (input.wanted === true) response = toCheck?.forScript();
    if (toCheck !== undefined && checked && stopped === undefined) {
      stopped = await checkAndRunScripts({
        input: { ...input, context },
        host,
        request,
        resolved,
        response: toCheck,
        after,
        scripts,
        sender,
        asking,
        mask,
        runPattern: (pattern, text) => services.matcher.test(pattern, text, services.scriptLimits.timeMs, signal),
        at,
        emit,
        signal,
      });
    }
    if (stopped !== undefined) tellEnd('stop', stopped);
    return result.outcome;
  }

  /** What went into the request so far. */
  function madeFrom(): Taint {
    return { env: taint.env, files: [...new Set([...taint.files, ...sentFiles.paths()])] };
  }

  function notSent(why: 'skip' | 'stop', reason: string): Outcome {
    tellEnd(why, reason);
    return 'ended';
  }

  function tellEnd(why: 'skip' | 'stop', reason: string): void {
    const text = `${why === 'skip' ? 'Skipped' : 'Stopped'} by a script${reason === '' ? '.' : `: ${reason}`}`;
    tell(text);
  }

  function tell(text: string): void {
    emit(consoleEvent(at(), text));
  }

  function evaluate(asking: SendSources): Evaluation {
    return createEvaluation(scopeOf(context), asking.sources, exchangesOf(tree, input.exchanges));
  }

  async function resolve(source: RequestSource, asking: SendSources, scripts: ScriptRunner, again = false): Promise<ResolvedRequest> {
    for (;;) {
      const evaluation = evaluate(asking);
      const substitutions = new Substitutions();
      const shared = sharedBlocks(context);
      const resolution = await atLength(host, tree.text.length, () =>
        resolveRequest({ block: request, source, shared, evaluation, defaults: input.defaults, substitutions }),
      );
      // What only a person or a storage knows is asked for once the look-up has shown that it is needed, and not for a
      // request that cannot be sent anyway.
      const hopeless = host.asks && !resolution.ok && resolution.problems.some(isHopeless);
      // What tells of fetching a token may hold a secret of its configuration.
      if (asking.lacks()) mask.from(new Set([...evaluation.secrets].filter(isKnown)));
      if (resolution.ok) {
        const { wireUrl, options } = resolution.request;
        requested = { wireUrl, connection: await openConnection(options.connection, { file, root: collection.root, own }, host, signal) };
      }
      carried = [...new Set([...evaluation.secretNames, ...scripts.secretNames])];
      if (!hopeless && (await asking.fetchMissing(signal, resolution.ok))) {
        signal.throwIfAborted();
        continue;
      }
      mask.from(evaluation.secrets);
      if (!resolution.ok) throw unresolvable(tree, file, resolution.problems);
      mask.from(new Set(resolution.request.secrets));
      mask.from(secretsInHost(mask.secrets(), resolution.request));
      const { method, wireUrl } = resolution.request;
      const to = (): Destination => destinationOf(resolution.request);
      const place = { tree, file, root: collection.root, own, to, sends: sentFiles.add, substitutions };
      const body = await openBody(resolution.request.body, place, evaluation, host, signal, asking.reads);
      // The text of a file may need what nothing else did.
      if (await asking.fetchMissing(signal)) continue;
      mask.from(evaluation.secrets);
      carried = [...new Set([...evaluation.secretNames, ...scripts.secretNames])];
      mask.from(secretsInHost(mask.secrets(), resolution.request));
      if (input.mode === 'send' && !again) {
        await gate.taint(to());
        await askForProtected(sending, method, mask.apply(wireUrl));
      }
      if (input.mode === 'send' && !again)
        for (const { severity, message } of resolution.hints)
          if (severity === 'warning') emit({ ...consoleEvent(at(), message, 'warn'), isOwn: true });
      const { connection } = requested ?? resolution.request.options;
      emit({ kind: 'substituted', at: at(), ...substitutedIn(tree, substitutions) });
      return { ...resolution.request, body, options: { ...resolution.request.options, connection }, secrets: mask.secrets() };
    }
  }

  async function send(
    resolved: ResolvedRequest,
    received: Received,
    isRefusable = (): boolean => false,
  ): Promise<ExchangeResult & { readonly outcome: Outcome }> {
    const run = { input, settings: exchangeSettings, listeners, at, emit, signal };
    const result = await exchangeOfRun(run, resolved, received, isRefusable);
    ({ timings, sizes } = result);
    if (!result.refused && listeners.error !== undefined && !signal.aborted) throw listeners.error;
    return result;
  }
}
