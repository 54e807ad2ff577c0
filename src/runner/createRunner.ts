import { sweepSpoolFolders } from '../files/spool.ts';
import { sendDefaults, type CollectionRequests } from '../language/index.ts';
import { ProgramTokens } from './auth/tokens/programTokens.ts';
import { Tokens } from './auth/tokens/tokens.ts';
import { tokensOfRun } from './auth/tokens/tokensOfRun.ts';
import { createMarkupReader } from './check/markup.ts';
import { createPathReader } from './check/pathReader.ts';
import { createMatcher } from './check/matcher.ts';
import { CookieJars } from './cookies/cookieJars.ts';
import { Trusts } from './http/connect/trustedCertificates.ts';
import { closeIdleConnections } from './http/exchange/exchange.ts';
import type { Host } from './ports/host.ts';
import type { RunInput } from './ports/input.ts';
import type { Runner } from './ports/runner.ts';
import { ApiDocuments } from './run/contract/apiDocuments.ts';
import { MetSecrets } from './run/permissions/knownSecrets.ts';
import { createMaskBox } from './run/permissions/maskEvents.ts';
import { runRequest } from './run/runRequest.ts';
import type { RunServices } from './run/runServices.ts';
import { valueOf } from './run/values/valueText.ts';
import { createSandbox } from './script/sandbox.ts';
import type { ScriptLimits } from './script/scriptTypes.ts';
import type { StartedScripts } from './startScripts.ts';

export interface RunnerOptions {
  readonly host: Host;
  /** Path of `scriptWorker.cjs`; `quickjs.wasm.br` and `quickjs.image.br` are beside it. */
  readonly workerFile: string;
  /** A worker of that file, started ahead. */
  readonly scripts?: StartedScripts | undefined;
  readonly userAgent: string;
}

/** 10 seconds and 64 MB. */
export const defaultScriptLimits: ScriptLimits = { timeMs: 10_000, memory: 64 * 1024 * 1024 };

/** Late enough that short commands have ended and skip the sweep. */
const sweepAfterMs = 2000;

export function createRunner(options: RunnerOptions): Runner {
  setTimeout(() => void sweepSpoolFolders(), sweepAfterMs).unref();
  const sandbox = createSandbox({ workerFile: options.workerFile, started: options.scripts });
  const matcher = createMatcher();
  const markup = createMarkupReader(options.workerFile);
  const paths = createPathReader(options.workerFile);
  const { host, userAgent } = options;
  const met = new MetSecrets();
  const tokens = new Tokens(host.signIn.tokens, () => host.now());
  const programs = new ProgramTokens(() => host.now());
  const cookies = new CookieJars(host.cookies);
  const trusts = new Trusts();
  const apis = new ApiDocuments();
  const kept = { sandbox, matcher, markup, paths, tokens, programs, cookies, trusts, apis };
  return {
    run(input, signal) {
      const mask = createMaskBox();
      const { root } = input.context.collection;
      mask.from(met.of(root));
      const { script: scriptLimits = defaultScriptLimits, bodySize: maxBodySize = 0 } = input.limits ?? {};
      const services: RunServices = { host: input.host ?? host, scriptLimits, exchangeSettings: { userAgent, maxBodySize }, ...kept };
      const done = runRequest({ ...input, ...requestsOnce(input) }, services, mask, signal).finally(() => {
        met.add(root, mask.secrets());
        mask.settle();
      });
      return { done, mask: mask.apply, find: mask.find, secrets: () => mask.secrets(), secretsMet: () => mask.size() };
    },
    valueOf(found, context, exchanges) {
      const services = { host, tokens, programs, exchangeSettings: { userAgent, maxBodySize: 0 } };
      const mask = (text: string): string => text;
      const silent = { log: () => {}, request: () => undefined, allow: () => Promise.resolve(), mask };
      const ofRun = tokensOfRun({ context, defaults: sendDefaults, mode: 'dry' }, services, silent);
      return valueOf(found, context, exchanges, host, ofRun);
    },
    cookies: (root, environment) => cookies.of(root, environment),
    forgetTokens: () => programs.forget(),
    tokensKept: () => tokens.kept(),
    async dispose() {
      closeIdleConnections();
      apis.dispose();
      await Promise.all([sandbox.dispose(), matcher.dispose(), markup.dispose(), paths.dispose(), cookies.saved()]);
    },
  };
}

/** Wraps `requests` of an input so that it is called at most once. */
function requestsOnce({ requests }: RunInput): Pick<RunInput, 'requests'> {
  if (requests === undefined) return {};
  let found: Promise<CollectionRequests> | undefined;
  return { requests: () => (found ??= requests()) };
}
