import { maskText } from '../../base/masks/mask.ts';
import {
  createEvaluation,
  exchangesOf,
  promptsOf,
  scopeOf,
  sharedBlocks,
  type BlockContext,
  type Evaluation,
} from '../../language/index.ts';
import { numberedStandIns, sendOptions } from '../../language/sending.ts';
import type { RunTokens } from '../auth/tokens/runTokens.ts';
import { tokensOfRun } from '../auth/tokens/tokensOfRun.ts';
import { cookiesOfRun, type CookiesOfRun } from '../cookies/cookiesOfRun.ts';
import { createRoutes } from '../http/connect/routes.ts';
import type { ExchangeSettings } from '../http/exchange/exchangeTypes.ts';
import type { Destination } from '../ports/host.ts';
import type { ActiveRun } from './activeRun.ts';
import { fillSetting } from './values/fillSetting.ts';
import { Gate } from './permissions/gate.ts';
import { reportSecrets } from './permissions/knownSecrets.ts';
import { destinationFinder, type Addressed } from './permissions/protectedValues.ts';
import { ScriptRunner } from './scripts/scriptRunner.ts';
import { createSender, type Sender } from './exchange/sender.ts';
import { sendSources, type SendSources } from './values/sendSources.ts';
import type { SentFirst } from './values/sentFirst.ts';

export interface RunParts {
  readonly context: BlockContext;
  readonly sources: SendSources;
  /** A new evaluation: variables and exchanges may have changed since the last one. */
  readonly evaluate: () => Evaluation;
  readonly destinationOf: (request: Addressed) => Destination;
  readonly gate: Gate;
  readonly settings: ExchangeSettings;
  readonly tokens: RunTokens;
  readonly sender: Sender;
  readonly scripts: ScriptRunner;
}

/**
 * Creates the parts of a run, and adds the secrets around its request to the mask.
 * @param sentFirst in a dry run, the stand-ins of values that other requests provide
 */
export function createRunParts(run: ActiveRun, sentFirst?: SentFirst): RunParts {
  const { input, services, host, own, mask, signal, at, emit, outgoing } = run;
  const { context: given, exchanges, answers } = input;
  const destinationOf = destinationFinder(host, input.network, mask.apply);
  const { taint, bodyFiles } = outgoing;
  const secrets = (): readonly string[] => outgoing.secretNames;
  const cookieSecrets = (): readonly string[] => outgoing.cookieSecrets;
  const gate = new Gate({ context: given, host, own, signal, taint, bodyFiles, destinationOf, mask: mask.apply, secrets, cookieSecrets });
  const cookies = cookiesOfRun(services.cookies, given, {
    mask,
    outgoing,
    isDry: input.mode === 'dry',
    isGuarded: host.mayLookUp !== undefined,
  });
  const settings = exchangeSettings(run, gate, cookies, (text) => fillSetting(text, evaluate, sources, mask, signal));
  // The clock is paused during a sign-in, also while its tokens are fetched.
  const forTokens: ExchangeSettings = { ...settings, waited: () => 0, permits: (message) => gate.message(message, 'token') };
  const tokens = tokensOfRun(
    input,
    { ...services, exchangeSettings: forTokens },
    { log: run.log, request: () => outgoing.target, allow: (to) => gate.taint(destinationOf(to)), mask: mask.apply },
  );
  const sources = sendSources(host, answers, given, tokens, taint, sentFirst);
  reportSecrets(given, exchanges, { host, answers, sources: sources.sources, mask });
  const context = { ...given, answers: sources.answersTo(promptsOf(given)) };
  const evaluate = (): Evaluation => {
    const evaluation = createEvaluation(scopeOf(context), sources.sources, exchangesOf(context.tree, exchanges));
    return sentFirst === undefined ? evaluation : numberedStandIns(evaluation, context.tree.text, run.request.body?.text).evaluation;
  };
  const sender = createSender(input, taint, emit, at, run.runAnother);
  const scripts = new ScriptRunner({
    context,
    host,
    sandbox: services.sandbox,
    variables: input.variables,
    exchanges,
    asking: sources,
    madeFrom: () => outgoing.madeFrom,
    hidden: outgoing.hidden,
    cookies,
    pass: input.pass ?? { index: 0, count: 1 },
    options: sendOptions([run.request, ...sharedBlocks(given).map(({ block }) => block)], input.defaults),
    mask,
    limits: services.scriptLimits,
    sender,
    next:
      input.next ??
      ((name, isHidden) =>
        name !== null &&
        run.log(`The next request, ${isHidden ? maskText : name}, is not sent: only runs of several requests have an order.`)),
    listeners: run.listeners,
    nested: input.nesting.depth > 0,
    at,
    emit,
    signal,
  });
  return { context, sources, evaluate, destinationOf, gate, settings, tokens, sender, scripts };
}

/** @param fill fills in the placeholders of a connection setting */
function exchangeSettings(
  { input, services, host, mask }: ActiveRun,
  gate: Gate,
  cookies: CookiesOfRun,
  fill: (text: string) => Promise<string>,
): ExchangeSettings {
  /** Signatures of messages. The mask searches all its sets in each text, so this one is added with the first signature. */
  const signatures = new Set<string>();
  return {
    cookies,
    ...services.exchangeSettings,
    waited: () => services.clock?.waited ?? 0,
    permits: (message, isRedirect) => gate.message(message, isRedirect ? 'redirect' : 'request'),
    hide: (text) => mask.from(signatures.add(text)),
    route: createRoutes({ host, trusts: services.trusts, settings: input.network, fill }),
  };
}
