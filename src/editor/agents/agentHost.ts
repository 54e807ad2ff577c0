import * as vscode from 'vscode';
import { ReqError } from '../../base/reqError.ts';
import { t } from '../../base/l10n.ts';
import { safeMethods } from '../../language/index.ts';
import type { Host } from '../../runner/index.ts';
import type { SettingId } from '../contributions.ts';

const allowedHosts = 'req.agents.allowedHosts' satisfies SettingId;

/** Asks a person, with answers beside `Cancel`; the one that was given. */
export type AskPerson = (message: string, detail: string, ...answers: readonly string[]) => Promise<string | undefined>;

export const askInWindow: AskPerson = async (message, detail, ...answers) =>
  vscode.window.showWarningMessage(message, { modal: true, detail }, ...answers);

/** Whether an entry of the list means a host: `api.example.com`, `*.example.com`, either with a port. */
export function isListed(host: string, list: readonly string[]): boolean {
  const bare = host.replace(/:\d+$/, '');
  return list.some((written) => {
    const entry = written.trim().toLowerCase();
    if (entry.startsWith('*.')) return host.endsWith(entry.slice(1)) || bare.endsWith(entry.slice(1));
    return entry !== '' && (entry === host || entry === bare);
  });
}

function listed(): readonly string[] {
  const value = vscode.workspace.getConfiguration().get<unknown>(allowedHosts);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** What an agent may say in a person's place. */
interface Given {
  /** Answers to prompts, by name or label. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The request's method as it is written: if it may change something, a person was asked for it already. */
  readonly method: string;
}

/**
 * The outside world of one send by an agent. A host that is not listed, and a method that may change something and was not asked
 * for, are asked of a person; prompts are answered by the agent, secrets and hidden prompts by a person.
 */
export function agentHost(host: Host, { inputs, method: written }: Given, ask: AskPerson = askInWindow): Host {
  const allowed = new Set<string>();
  return {
    ...host,
    async maySend(method, { host: to, shown }) {
      const isUnasked = !safeMethods.has(method) && safeMethods.has(written);
      const isForeign = !isListed(to, listed());
      const key = `${isUnasked} ${to}`;
      if ((!isUnasked && !isForeign) || allowed.has(key)) return true;
      const always = t('Always Allow {0}', shown);
      const detail = isForeign
        ? t('The host is not among those that agents may send to (setting req.agents.allowedHosts).')
        : t('{0} may change something there.', method);
      const answer = await ask(
        t('An agent sends {0} to {1}.', method, shown),
        detail,
        t('Send'),
        ...(isForeign && to === shown ? [always] : []),
      );
      if (answer === undefined) return false;
      if (answer === always)
        await vscode.workspace.getConfiguration().update(allowedHosts, [...listed(), to], vscode.ConfigurationTarget.Global);
      allowed.add(key);
      return true;
    },
    async ask(form, signal) {
      const answerTo = ({ kind, name, label, hidden }: (typeof form.questions)[number]): string | undefined => {
        const given = kind === 'secret' || hidden ? undefined : (inputs[name] ?? inputs[label]);
        return typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean' ? String(given) : undefined;
      };
      const lacking = form.questions.filter((q) => q.kind !== 'secret' && !q.hidden && answerTo(q) === undefined);
      if (lacking.length > 0) {
        const names = lacking.map(({ name, label }) => (name === label ? name : `${name} (${label})`)).join(', ');
        throw new ReqError('usage', `Nothing was sent: it asks for ${names}.`, { hint: 'Give the values in "inputs".' });
      }
      const left = form.questions.filter((q) => answerTo(q) === undefined);
      const answers = left.length === 0 ? [] : await host.ask({ ...form, questions: left }, signal);
      return answers && form.questions.map((q) => answerTo(q) ?? answers[left.indexOf(q)]);
    },
  };
}
