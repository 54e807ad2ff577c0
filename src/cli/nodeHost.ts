import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { ReqError } from '../base/reqError.ts';
import { visibleText } from '../base/visible.ts';
import { isInside } from '../language/index.ts';
import type { Host } from '../runner/index.ts';
import { ask, canAsk } from './ask.ts';
import { readBytes } from './files.ts';

export interface HostOptions {
  /** Of `--secrets`. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Of `--answer`, by label. */
  readonly answers: ReadonlyMap<string, string>;
  /** The variables that `@prompt` asks for, by label: an answer may also be given by the name. */
  readonly names: ReadonlyMap<string, string>;
  /** Of `--yes`. */
  readonly yes: boolean;
  /** Of `--allow-read`. */
  readonly readable: readonly string[];
}

/** The runner's outside world at a terminal: the file system, the process's environment, and the person there, if any. */
export function createNodeHost({ secrets, answers, names, readable, yes }: HostOptions): Host {
  const asked = new Map<string, Promise<string | undefined>>();
  return {
    readFile: readBytes,
    // Who starts the command gave it this environment.
    maySendEnvironment: () => Promise.resolve(true),
    async maySendProtected(method, url, environment) {
      if (yes || !canAsk()) return yes;
      const answer = await ask(`${visibleText(environment)} is protected. Send ${visibleText(`${method} ${url}`)}? (y/N)`, false);
      return /^y(?:es)?$/i.test(answer?.trim() ?? '');
    },
    env: (name) => process.env[name],
    asks: canAsk(),
    async secret(name) {
      const known = process.env[`REQ_SECRET_${name}`] ?? secrets.get(name);
      if (known !== undefined || !canAsk()) return known;
      // One question for all requests of a session.
      let answer = asked.get(name);
      if (answer === undefined) asked.set(name, (answer = ask(`Secret ${visibleText(name)}`, true)));
      return answer;
    },
    async prompt(label, secret) {
      const known = answers.get(label) ?? answers.get(names.get(label) ?? '');
      if (known !== undefined) return known;
      if (canAsk()) return ask(visibleText(label), secret);
      throw new ReqError('usage', `Nothing was sent: "${label}" is asked for, and there is no terminal to ask at.`, {
        hint: `Give the answer with --answer ${JSON.stringify(`${label}=…`)}.`,
      });
    },
    async mayRead(file, root) {
      const real = await realPath(file);
      for (const folder of [root, ...readable]) if (isInside(real, await realPath(folder))) return true;
      return false;
    },
    now: () => Date.now(),
    random: () => Math.random(),
    uuid: randomUUID,
  };
}

/** With symbolic links followed; what is not there stays as it is written. */
async function realPath(file: string): Promise<string> {
  const absolute = path.resolve(file);
  return fs.realpath(absolute).catch(() => absolute);
}
