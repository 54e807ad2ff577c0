import { ReqError } from '../../base/reqError.ts';
import { valueToText } from '../../base/value.ts';
import { folderOf, type WantedToken } from '../../language/index.ts';
import type { Host } from '../ports/host.ts';
import { raceAbort } from '../../base/raceAbort.ts';
import { oauthConfiguration } from './oauthConfiguration.ts';
import type { ProgramTokens } from './programTokens.ts';
import type { TokenExchange } from './tokenRequest.ts';
import type { FoundToken, TokenPlace, Tokens } from './tokens.ts';

/** What the tokens of one run are made with. */
export interface RunTokensInput {
  readonly host: Host;
  readonly tokens: Tokens;
  readonly programs: ProgramTokens;
  readonly place: TokenPlace;
  readonly exchange: TokenExchange;
  /** Of the request. */
  readonly file: string;
  /** Rejects where what went into the run may not go to a token's URL. */
  readonly allow: (tokenUrl: string) => Promise<void>;
  /** Hides the secrets that are known. */
  readonly mask: (text: string) => string;
  /** Nothing is fetched and nothing runs: a text stands for what is not kept. */
  readonly dry: boolean;
}

/** The tokens of one send: those it has, and those it lacks until they are fetched. */
export class RunTokens {
  readonly #input: RunTokensInput;
  readonly #known = new Map<string, FoundToken & { readonly wanted: WantedToken }>();
  readonly #missing = new Map<string, WantedToken>();

  constructor(input: RunTokensInput) {
    this.#input = input;
  }

  /** Undefined for one that must be fetched first. */
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

  /** Fetches what was asked for; false where nothing was. ReqError where it cannot be had. */
  async fetch(signal: AbortSignal): Promise<boolean> {
    const missing = [...this.#missing];
    this.#missing.clear();
    for (const [key, wanted] of missing) {
      const found = this.#input.dry ? await this.#kept(wanted) : await this.#fetch(wanted, signal);
      this.#known.set(key, { ...found, wanted });
    }
    return missing.length > 0;
  }

  /** Whether a token was sent that had been kept: a server may have forgotten it. */
  get hasKept(): boolean {
    return [...this.#known.values()].some((t) => t.kept);
  }

  /** A server has refused the request: tokens that were kept are fetched anew when they are asked for. */
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
    const { host, tokens, programs, place, exchange, file, allow } = this.#input;
    const { signIn } = host;
    if (wanted.kind === 'oauth2') {
      // Before a person is sent to the browser for a code that could not be used.
      const configuration = oauthConfiguration(wanted);
      await allow(configuration.tokenUrl);
      if (configuration.grant === 'authorization code') await allow(configuration.authUrl);
      return tokens.get(wanted, place, { exchange, open: (page, until) => signIn.open(page, until), signal });
    }
    const from = wanted.file ?? file;
    const { argv, env } = wanted;
    const program = { argv, env, shown: argv.map((arg) => this.#input.mask(arg)), folder: this.#folderOf(wanted), root: place.root };
    if (!(await raceAbort(signIn.mayRun(program, from), signal))) {
      throw new ReqError('trust', `Nothing was sent: the program ${program.shown[0]}, which is to print the token, may not be run.`, {
        hint: 'Allow it when asked, or give the command --allow-command.',
      });
    }
    return programs.get(wanted, this.#folderOf(wanted), wanted.ttlMs, signal);
  }

  /** A program runs where the file lies that names it. */
  #folderOf(wanted: Extract<WantedToken, { readonly kind: 'command' }>): string {
    return folderOf(wanted.file ?? this.#input.file);
  }
}

function keyOf(wanted: WantedToken): string {
  if (wanted.kind === 'command') return JSON.stringify([wanted.kind, wanted.file ?? null, wanted.argv, wanted.env]);
  const fields = [...wanted.fields].map(([name, value]) => [name, valueToText(value)]);
  return JSON.stringify([wanted.kind, wanted.id, wanted.which, fields]);
}
