import { parseEnv } from 'node:util';
import { decodeUtf8 } from '../base/utf8.ts';
import { folderOf, isInside, join, type Sources } from '../language/index.ts';
import { ReqError } from '../base/reqError.ts';
import type { Host } from './host.ts';

/** Sources of one send. Secrets and answers are fetched when a first pass has shown that they are needed. */
export interface SendSources {
  readonly sources: Sources;
  /** Names of the process's environment that were looked up. */
  readonly environment: ReadonlySet<string>;
  /** Whether a value was asked for that is not known: what was looked up with it holds a stand-in. */
  readonly lacks: boolean;
  /** What was asked for was not needed after all. */
  forget(): void;
  /** Fetches what was asked for and not known; false when nothing was. Throws ReqError when the user gave up. */
  fetchMissing(signal: AbortSignal): Promise<boolean>;
}

/** What a secret or an answer looks like before it is known; it is never sent. */
const standIn = '‹not known yet›';

/** @param file the request's file; `.env` is looked for from its folder up to `root` */
export async function sendSources(host: Host, file: string, root: string): Promise<SendSources> {
  const secrets = new Map<string, string | undefined>();
  const answers = new Map<string, string>();
  const environment = new Set<string>();
  const missing: { readonly kind: 'secret' | 'prompt'; readonly name: string }[] = [];
  const dotenv = await nearestDotenv(host, file, root);
  // A stand-in until it is fetched: everything else that is wrong shows first.
  const ask = (kind: 'secret' | 'prompt', name: string): string => {
    if (!missing.some((m) => m.kind === kind && m.name === name)) missing.push({ kind, name });
    return standIn;
  };
  return {
    sources: {
      now: () => host.now(),
      random: () => host.random(),
      uuid: () => host.uuid(),
      env(name) {
        const value = host.env(name);
        if (value !== undefined) environment.add(name);
        return value;
      },
      dotenv: (name) => dotenv[name],
      secret: (name) => (secrets.has(name) ? secrets.get(name) : ask('secret', name)),
      prompt: (label) => answers.get(label) ?? ask('prompt', label),
    },
    environment,
    get lacks() {
      return missing.length > 0;
    },
    forget: () => void missing.splice(0),
    async fetchMissing(signal) {
      const wanted = missing.splice(0);
      for (const { kind, name } of wanted) {
        if (kind === 'secret') secrets.set(name, await host.secret(name, root, signal));
        else {
          const answer = await host.prompt(name, false, signal);
          if (answer === undefined) throw new ReqError('cancelled', `Nothing was sent: "${name}" was not answered.`);
          answers.set(name, answer);
        }
      }
      return wanted.length > 0;
    },
  };
}

async function nearestDotenv(host: Host, file: string, root: string): Promise<Readonly<Record<string, string | undefined>>> {
  for (let folder = folderOf(file); isInside(folder, root); folder = folderOf(folder)) {
    const bytes = await host.readFile(join(folder, '.env'));
    if (bytes !== undefined) {
      const text = decodeUtf8(bytes);
      return text.ok ? parseEnv(text.text) : {};
    }
    if (folder === folderOf(folder)) break;
  }
  return {};
}
