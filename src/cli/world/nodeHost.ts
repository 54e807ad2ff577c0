import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { visibleText } from '../../base/text/visible.ts';
import { realPath } from '../../files/real.ts';
import { isInside } from '../../language/index.ts';
import type { CookieStore, Host, Question, TokenStore } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import { ask, canAsk, openQuestions } from '../input/askInTerminal.ts';
import { busy } from '../cancel.ts';
import { readBytes, writeInside } from './cliFiles.ts';
import { readSecrets } from '../input/readSecrets.ts';
import { signInAtTerminal } from '../input/signInAtTerminal.ts';
import { nameAndValue } from '../input/givenVariables.ts';

export interface HostOptions {
  /** From `--secrets`. */
  readonly secrets: ReadonlyMap<string, string>;
  /** From `--answer`, by label. */
  readonly answers: ReadonlyMap<string, string>;
  /** From `--yes`. */
  readonly yes: boolean;
  /** From `--allow-command`. */
  readonly allowCommand: boolean;
  readonly tokens: TokenStore;
  readonly cookies: CookieStore;
  /** From `--allow-read`. */
  readonly readable: readonly string[];
  /** Typed values to use again without a question, for `--watch`. */
  readonly remembered?: Remembered;
}

/** Values that a user typed, by label and by the name of the secret. */
export interface Remembered {
  readonly answers: Map<string, string>;
  readonly secrets: Map<string, string>;
}

/**
 * Host options from the flags.
 * @throws {ReqError} if the file of secrets cannot be read
 */
export async function givenToHost(options: Options): Promise<Omit<HostOptions, 'tokens' | 'cookies' | 'remembered'>> {
  const secrets = options.text('secrets');
  return {
    secrets: secrets === undefined ? new Map() : await readSecrets(secrets),
    answers: new Map(options.all('answer').map((text) => nameAndValue('answer', text))),
    yes: options.has('yes'),
    allowCommand: options.has('allow-command'),
    readable: options.all('allow-read').map((folder) => path.resolve(folder)),
  };
}

/** The runner's host at a terminal: file system, process environment, and prompts. */
export function createNodeHost({ secrets, answers, readable, yes, allowCommand, tokens, cookies, remembered }: HostOptions): Host {
  /** Typed answers by label and typed secrets by name, as defaults for the next requests. */
  const typed = new Map<string, string>();
  const typedSecrets = remembered?.secrets ?? new Map<string, string>();
  return {
    readFile: readBytes,
    busy,
    writeSnapshot: (file, text, root) => writeInside(file, root, text),
    signIn: signInAtTerminal(tokens, allowCommand),
    cookies,
    // The user who starts the command chose its environment.
    maySendEnvironment: () => Promise.resolve(true),
    async maySendProtected(method, url, environment) {
      if (yes || !canAsk()) return yes;
      const answer = await ask(`${visibleText(environment)} is protected. Send ${visibleText(`${method} ${url}`)}? (y/N)`);
      return /^y(?:es)?$/i.test(answer?.trim() ?? '');
    },
    env: (name) => process.env[name],
    asks: canAsk(),
    secret: (name) => Promise.resolve(process.env[`REQ_SECRET_${name}`] ?? secrets.get(name) ?? typedSecrets.get(name)),
    async ask({ questions }, signal) {
      const given = questions.map(({ kind, name, label }) =>
        kind === 'secret'
          ? // Typed for another request while this one waited for its turn.
            typedSecrets.get(name)
          : (answers.get(label) ?? (kind === 'prompt' ? answers.get(name) : undefined) ?? remembered?.answers.get(label)),
      );
      const open = questions.filter((q, i) => q.kind !== 'secret' && given[i] === undefined);
      if (!canAsk()) {
        if (open.length > 0) throw nobodyToAsk(open);
        return given;
      }
      if (!given.includes(undefined)) return given;
      const terminal = await openQuestions(signal);
      try {
        for (const [i, { kind, name, label, hidden }] of questions.entries()) {
          if (given[i] !== undefined) continue;
          const shown = kind === 'secret' ? `Secret ${visibleText(name)}` : visibleText(label);
          const answer = await terminal.ask(shown, { hidden, earlier: hidden ? undefined : typed.get(label) });
          if (answer === undefined) return undefined;
          given[i] = answer;
          if (kind === 'secret') typedSecrets.set(name, answer);
          else {
            remembered?.answers.set(label, answer);
            if (!hidden) typed.set(label, answer);
          }
        }
      } finally {
        terminal.close();
      }
      return given;
    },
    async mayRead(file, root) {
      const real = await realPath(file);
      for (const folder of [root, ...readable]) if (isInside(real, await realPath(folder))) return true;
      return false;
    },
    now: () => Date.now(),
    random: () => Math.random(),
    uuid: () => randomUUID(),
  };
}

function nobodyToAsk(open: readonly Question[]): ReqError {
  const labels = open.map(({ label }) => `"${label}"`).join(', ');
  const flags = open.map(({ label }) => `--answer ${JSON.stringify(`${label}=…`)}`).join(' ');
  const many = open.length > 1;
  return new ReqError('usage', `Nothing was sent: ${labels} ${many ? 'are' : 'is'} asked for, and there is no terminal to ask at.`, {
    hint: `Give the answer${many ? 's' : ''} with ${flags}.`,
  });
}
