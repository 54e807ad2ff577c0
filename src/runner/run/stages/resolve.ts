import { sharedBlocks, type Diagnostic, type RequestSource, type ResolvedRequest } from '../../../language/index.ts';
import { resolveRequest, Substitutions } from '../../../language/sending.ts';
import { openAuth } from '../../auth/openAuth.ts';
import type { ActiveRun } from '../activeRun.ts';
import { atLength, resolvingSize } from '../values/atLength.ts';
import { openBody } from '../values/bodyFiles.ts';
import { consoleEvent } from '../scripts/consoleEvent.ts';
import { secretsInHost } from '../permissions/knownSecrets.ts';
import { openConnection } from '../exchange/openConnection.ts';
import { askForProtected } from '../permissions/protectedValues.ts';
import type { RunParts } from '../runParts.ts';
import { isKnown } from '../values/sendSources.ts';
import { substitutedIn } from '../values/substituted.ts';
import { isHopeless, unresolvable } from '../values/unresolvable.ts';

/** Result of one pass: `incomplete` if a missing value was fetched, so that another pass is needed. */
type Pass =
  | { readonly kind: 'incomplete' }
  | {
      readonly kind: 'complete';
      readonly request: ResolvedRequest;
      readonly hints: readonly Diagnostic[];
      readonly substitutions: Substitutions;
    };

/**
 * Second stage: resolves the request, and requests permission to send it. Values from the user, a storage or a token server are fetched
 * when a pass has shown that they are needed.
 * @param isRepeated the request was resolved and allowed before, and only its token is new
 * @throws {ReqError} if it cannot be resolved, or may not be sent
 */
export async function resolveStage(run: ActiveRun, parts: RunParts, source: RequestSource, isRepeated = false): Promise<ResolvedRequest> {
  const { input, host, own, mask, signal, at, emit } = run;
  for (;;) {
    const pass = await resolvePass(run, parts, source);
    if (pass.kind === 'incomplete') continue;
    const { request, hints, substitutions } = pass;
    if (input.mode === 'send' && !isRepeated) {
      await parts.gate.taint(parts.destinationOf(request));
      await askForProtected({ context: parts.context, host, own, signal }, request.method, mask.apply(request.wireUrl));
      for (const { severity, message } of hints) if (severity === 'warning') emit({ ...consoleEvent(at(), message, 'warn'), isOwn: true });
    }
    emit({ kind: 'substituted', at: at(), ...substitutedIn(parts.context.tree, substitutions) });
    return { ...request, secrets: mask.secrets() };
  }
}

async function resolvePass(run: ActiveRun, parts: RunParts, source: RequestSource): Promise<Pass> {
  const { input, host, request: block, own, mask, signal, outgoing } = run;
  const { context, sources, scripts, destinationOf } = parts;
  const { tree, file, collection } = context;
  const { root } = collection;
  const evaluation = parts.evaluate();
  const substitutions = new Substitutions();
  const resolution = await atLength(host, resolvingSize(tree), () =>
    resolveRequest({ block, source, shared: sharedBlocks(context), evaluation, defaults: input.defaults, substitutions }),
  );
  // Token requests are reported before they are sent, and the report may contain a secret of their configuration.
  if (sources.lacks()) mask.from(new Set([...evaluation.secrets()].filter(isKnown)));
  if (resolution.ok) {
    const { wireUrl, options } = resolution.request;
    outgoing.target = { wireUrl, connection: await openConnection(options.connection, { file, root, own }, host, signal) };
  }
  const noteSecretNames = (): void => {
    outgoing.secretNames = [...new Set([...evaluation.secretNames, ...scripts.secretNames])];
  };
  noteSecretNames();
  // The user is not asked for values of a request that cannot be sent anyway.
  const hopeless = host.asks && !resolution.ok && resolution.problems.some(isHopeless);
  if (!hopeless && (await sources.fetchMissing(signal, resolution.ok))) {
    signal.throwIfAborted();
    return { kind: 'incomplete' };
  }
  mask.from(evaluation.secrets());
  if (!resolution.ok) throw unresolvable(tree, file, resolution.problems);
  const { request, hints } = resolution;
  mask.from(new Set(request.secrets));
  mask.from(secretsInHost(mask.secrets(), request));
  const place = { tree, file, root, own, to: () => destinationOf(request), sends: outgoing.bodyFiles.add, substitutions };
  const body = await openBody(request.body, place, evaluation, host, signal, sources.reads);
  // Placeholders in a file's text may need values that nothing else did.
  if (await sources.fetchMissing(signal)) return { kind: 'incomplete' };
  mask.from(evaluation.secrets());
  noteSecretNames();
  if (evaluation.isPartial()) outgoing.hidden.addAll();
  mask.from(secretsInHost(mask.secrets(), request));
  const { connection } = outgoing.target ?? request.options;
  const auth = request.auth === undefined ? {} : { auth: await openAuth(request.auth, { file, root, own }, host, signal) };
  return {
    kind: 'complete',
    request: { ...request, ...auth, body, options: { ...scripts.calls.withLimits(request.options), connection } },
    hints,
    substitutions,
  };
}
