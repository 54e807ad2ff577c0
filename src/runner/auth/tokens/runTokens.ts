import { ReqError } from '../../../base/reqError.ts';
import { valueToText } from '../../../base/values/value.ts';
import { folderOf, privateKeyFile, type WantedToken } from '../../../language/index.ts';
import type { Host, SignIn } from '../../ports/host.ts';
import type { RunClock } from '../../run/runClock.ts';
import { raceAbort } from '../../../base/async/raceAbort.ts';
import { oauthConfiguration, type WantedOAuth } from './oauthConfiguration.ts';
import { readKey } from '../openAuth.ts';
import type { ProgramTokens } from './programTokens.ts';
import type { TokenExchange } from './tokenRequest.ts';
import type { FoundToken, TokenPlace, Tokens } from './tokens.ts';

export interface RunTokensInput {
  readonly host: Host;
  readonly tokens: Tokens;
  readonly programs: ProgramTokens;
  /** Paused while the user signs in. */
  readonly clock?: RunClock | undefined;
  readonly place: TokenPlace;
  readonly exchange: TokenExchange;
  readonly file: string;
  /** Rejects if the taint of the run may not be sent to a token URL. */
  readonly allow: (tokenUrl: string) => Promise<void>;
  readonly mask: (text: string) => string;
  /** Use cached tokens and placeholders only: fetch nothing and run no program. */
  readonly dry: boolean;
}

/** The tokens of one send. `find` records missing tokens, and `fetch` fetches them. */
export class RunTokens {
  readonly #input: RunTokensInput;
  readonly #known = new Map<string, FoundToken & { readonly wanted: WantedToken }>();
  readonly #missing = new Map<string, WantedToken>();

  constructor(input: RunTokensInput) {
    this.#input = input;
  }

  /** Returns undefined, and records the token as missing, if it must be fetched first. */
  find(wanted: WantedToken): FoundToken | undefined {
    const key = keyOf(wanted);
    const known = this.#known.get(key);
    if (known === undefined) this.#missing.set(key, wanted);
    return known;
  }

  get lacks(): boolean {
    return this.#missing.size > 0;
  }

  forget(): void {
    this.#missing.clear();
  }

  /** Fetches the missing tokens. Returns false if there were none. @throws {ReqError} if a token cannot be fetched */
  async fetch(signal: AbortSignal): Promise<boolean> {
    const missing = [...this.#missing];
    this.#missing.clear();
    for (const [key, wanted] of missing) {
      const found = this.#input.dry ? await this.#kept(wanted) : await this.#fetch(wanted, signal);
      this.#known.set(key, { ...found, wanted });
    }
    return missing.length > 0;
  }

  /** Whether a cached token was used, which the server may have revoked. */
  get hasKept(): boolean {
    return [...this.#known.values()].some((t) => t.kept);
  }

  /** Drops cached tokens after the server refused the request, so that they are fetched again. */
  async refuse(): Promise<void> {
    const { tokens, programs, place } = this.#input;
    for (const [key, { wanted, kept, text }] of this.#known) {
      if (!kept) continue;
      this.#known.delete(key);
      if (wanted.kind === 'command') programs.refuse(wanted, this.#folderOf(wanted));
      else await tokens.refuse(wanted, place, text ?? '');
    }
  }

  async #kept(wanted: WantedToken): Promise<FoundToken> {
    const { tokens, programs, place } = this.#input;
    const text = wanted.kind === 'command' ? programs.find(wanted, this.#folderOf(wanted)) : await tokens.find(wanted, place);
    const name = wanted.kind === 'command' ? wanted.argv[0] : wanted.id;
    return { text: text ?? `<token of ${name}>`, kept: true };
  }

  async #fetch(wanted: WantedToken, signal: AbortSignal): Promise<FoundToken> {
    const { host, tokens, programs, place, exchange, file, allow, clock } = this.#input;
    const { signIn } = host;
    if (wanted.kind === 'oauth2') {
      // Check both URLs before the user signs in for a code that could not be redeemed.
      const configuration = oauthConfiguration(wanted);
      await allow(configuration.tokenUrl);
      if (configuration.grant === 'authorization code') await allow(configuration.authUrl);
      let end = (): void => {};
      const open: SignIn['open'] = (page, until) => {
        void clock?.waitFor(new Promise<void>((resolve) => (end = resolve)));
        return signIn.open(page, until);
      };
      const ready = await withKey(wanted, place.root, host, signal);
      return tokens.get(ready, place, { exchange, open, signal }).finally(() => end());
    }
    const from = wanted.file ?? file;
    const { argv, env } = wanted;
    const program = { argv, env, shown: argv.map((arg) => this.#input.mask(arg)), folder: this.#folderOf(wanted), root: place.root };
    if (!(await raceAbort(signIn.mayRun(program, from), signal))) {
      throw new ReqError('trust', `Nothing was sent: the program ${program.shown[0]}, which is to print the token, may not be run.`, {
        hint: 'Allow it when asked, or give the command --allow-command.',
      });
    }
    // The program may quote in its error what it gets.
    for (const name of env) exchange.settings.hide?.(host.env(name) ?? '');
    const run = (): Promise<FoundToken> => programs.get(wanted, this.#folderOf(wanted), wanted.ttlMs, signal);
    return signIn.whileRunning === undefined ? run() : signIn.whileRunning(run);
  }

  /** A program runs in the folder of the file that names it. */
  #folderOf(wanted: Extract<WantedToken, { readonly kind: 'command' }>): string {
    return folderOf(wanted.file ?? this.#input.file);
  }
}

/** Reads the key file of a client assertion. @throws {ReqError} if it may not be read */
async function withKey(wanted: WantedOAuth, root: string, host: Host, signal: AbortSignal): Promise<WantedOAuth> {
  const path = wanted.fields.get(privateKeyFile);
  if (typeof path !== 'string' || path === '') return wanted;
  return { ...wanted, fields: new Map(wanted.fields).set('Private Key', await readKey(path, { root }, host, signal)) };
}

function keyOf(wanted: WantedToken): string {
  if (wanted.kind === 'command') return JSON.stringify([wanted.kind, wanted.file ?? null, wanted.argv, wanted.env]);
  const fields = [...wanted.fields].map(([name, value]) => [name, valueToText(value)]);
  return JSON.stringify([wanted.kind, wanted.id, wanted.which, fields]);
}
