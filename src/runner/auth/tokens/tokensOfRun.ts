import { sharedBlocks, type ResolvedRequest, type SendOptions } from '../../../language/index.ts';
import { sendOptions } from '../../../language/sending.ts';
import type { RunInput } from '../../ports/input.ts';
import type { RunServices } from '../../run/runServices.ts';
import { RunTokens } from './runTokens.ts';
import { tokenLimits } from './tokenRequest.ts';

/** How a run reports and allows token requests, and where it sends its own request. */
export interface TokenLog {
  readonly log: (text: string) => void;
  readonly mask: (text: string) => string;
  /** Rejects if the taint of the run may not be sent there. */
  readonly allow: (request: Pick<ResolvedRequest, 'wireUrl' | 'options'>) => Promise<void>;
  /** Target of the run's request; undefined until it is resolved. */
  readonly request: () => { readonly wireUrl: string; readonly connection: SendOptions['connection'] } | undefined;
}

/** The tokens of one run. They are fetched as its request is sent, by the same exchange and with the same options. */
export function tokensOfRun(
  { context, defaults, mode }: Pick<RunInput, 'context' | 'defaults' | 'mode'>,
  { host, tokens, programs, exchangeSettings, clock }: Pick<RunServices, 'host' | 'tokens' | 'programs' | 'exchangeSettings' | 'clock'>,
  { log, request, allow, mask }: TokenLog,
): RunTokens {
  const { block, collection, environment, file } = context;
  const options = tokenLimits(sendOptions([block, ...sharedBlocks(context).map((s) => s.block)], defaults));
  const optionsFor = (url: string): SendOptions => {
    const to = request();
    // `@insecure` is about the origin of the request and `@cert` about its host, and about no other.
    const [own, other] = [to === undefined ? undefined : new URL(to.wireUrl), new URL(url)];
    const alike = own?.hostname === other.hostname;
    const connection = to?.connection ?? options.connection;
    return {
      ...options,
      insecure: defaults.insecure || (options.insecure && own?.origin === other.origin),
      connection: alike ? connection : { ...connection, certificate: undefined },
    };
  };
  return new RunTokens({
    host,
    tokens,
    programs,
    clock,
    place: { root: collection.root, environment },
    file,
    mask,
    dry: mode === 'dry',
    allow: (url) => allow({ wireUrl: new URL(url).href, options: optionsFor(url) }),
    exchange: { settings: exchangeSettings, log, options: optionsFor },
  });
}
