import * as vscode from 'vscode';
import { ReqError } from '../../base/reqError.ts';
import { t } from '../../base/l10n.ts';
import { safeMethods, unnamedSecret } from '../../language/index.ts';
import type { Destination, Host, OutgoingMessage, Receiver } from '../../runner/index.ts';
import type { SettingId } from '../commands/contributions.ts';
import { destinationText, secretLabel, type Permissions } from '../sending/permissions.ts';

const allowedHosts = 'req.agents.allowedHosts' satisfies SettingId;

/** Shows a question with answers besides `Cancel`. Resolves with the chosen one. */
export type AskPerson = (message: string, detail: string, ...answers: readonly string[]) => Promise<string | undefined>;

export const askInWindow: AskPerson = async (message, detail, ...answers) =>
  vscode.window.showWarningMessage(message, { modal: true, detail }, ...answers);

/** Whether an entry of the list matches a host: `api.example.com`, `*.example.com`, either with a port. */
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

/** The message that the user confirmed in the chat, as shown there. */
export type Confirmation = Pick<OutgoingMessage, 'method' | 'url' | 'to' | 'at' | 'files'>;

export type SecretPermissions = Pick<Permissions, 'lackingSecrets' | 'allowSecrets'>;

/** Answers given by an agent in place of the user. */
interface Given {
  /** Answers to prompts, by name or label. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The confirmed message. Any other message that may change something requires a confirmation. */
  readonly confirmed: Confirmation | undefined;
  readonly secrets: SecretPermissions;
  /** Environments for which the user must confirm before anything is sent, unless the call was confirmed. */
  readonly protectedEnvironments: ReadonlySet<string>;
}

const receiversOf = ({ host, shown, proxy, addresses = [] }: Destination): readonly Receiver[] => [
  { host, shown },
  ...(proxy === undefined ? [] : [proxy]),
  ...addresses,
];

const isSame = (a: Confirmation, b: Confirmation): boolean =>
  a.method === b.method &&
  a.url === b.url &&
  a.at.file === b.at.file &&
  a.at.line === b.at.line &&
  JSON.stringify(a.files) === JSON.stringify(b.files) &&
  destinationText(a.to) === destinationText(b.to);

/** Key of the permission to send messages to the protected environment. */
const protectedKey = 'protected';

type Question = Parameters<Host['ask']>[0]['questions'][number];

/** The agent's answer to a prompt. Only the user may answer secrets and hidden prompts. */
function answerOf(inputs: Given['inputs'], { kind, name, label, hidden }: Question): string | undefined {
  const given = kind === 'secret' || hidden ? undefined : (inputs[name] ?? inputs[label]);
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean' ? String(given) : undefined;
}

function reasonsToAsk(
  method: string,
  foreign: readonly Receiver[],
  changes: boolean,
  protectedEnvironment: string | undefined,
  secrets: ReturnType<SecretPermissions['lackingSecrets']>,
): readonly string[] {
  const hosts = foreign.map((r) => r.shown).join(', ');
  const names = secrets.map(secretLabel).join(', ');
  return [
    ...(foreign.length === 0 ? [] : [t('{0} is not among the hosts that agents may send to (setting req.agents.allowedHosts).', hosts)]),
    ...(changes ? [t('{0} may change something, and differs from the message that you confirmed in the chat.', method)] : []),
    ...(protectedEnvironment === undefined ? [] : [t('The environment {0} is protected.', protectedEnvironment)]),
    ...(secrets.length === 0 ? [] : [t('Secrets sent: {0}. Req asks once for each environment, secret and receiver.', names)]),
  ];
}

/**
 * The host of one send by an agent. The user must confirm: a receiver that is not listed, a message that may change something and was not
 * confirmed, a secret that is new to its receiver, a script that reads a secret, and a page in the browser. The user also answers prompts
 * for secrets and hidden prompts; the agent answers the others.
 */
export function agentHost(
  host: Host,
  { inputs, confirmed, secrets: permitted, protectedEnvironments }: Given,
  ask: AskPerson = askInWindow,
): Host {
  const allowed = new Set<string>();
  return {
    ...host,
    // Part of the question of `maySend`, so that the user is asked once about a message.
    maySendProtected: () => Promise.resolve(true),
    async maySend(message) {
      const { method, url, to, environment } = message;
      const changes = !safeMethods.has(method) && !(confirmed !== undefined && isSame(message, confirmed));
      const isProtected = environment !== undefined && protectedEnvironments.has(environment);
      const foreign = receiversOf(to).filter((r) => !isListed(r.host, listed()));
      const named = permitted.lackingSecrets(
        message.secrets.filter((name) => name !== unnamedSecret),
        message,
        to,
      );
      // A secret without a name may be another one in each run.
      const unnamed = JSON.stringify([unnamedSecret, destinationText(to)]);
      const hasUnnamed = message.secrets.includes(unnamedSecret) && !allowed.has(unnamed);
      const secrets = hasUnnamed ? [...named, unnamedSecret] : named;
      // A confirmed call may read there, but what else it changes is asked about.
      const guarded = isProtected && (confirmed === undefined || changes) ? environment : undefined;
      const keys = [
        ...(guarded === undefined ? [] : [protectedKey]),
        ...(changes ? [JSON.stringify({ ...message, secrets: [] })] : []),
        ...foreign.map((r) => r.host),
      ];
      if (secrets.length === 0 && keys.every((key) => allowed.has(key))) return true;
      const reasons = reasonsToAsk(method, foreign, changes, guarded, secrets);
      const [one, ...more] = foreign;
      const always =
        one !== undefined && more.length === 0 && one.host === one.shown && !changes && guarded === undefined
          ? t('Always Allow {0}', one.shown)
          : undefined;
      const question = t('An agent sends {0} to {1}.', method, destinationText(to));
      const answer = await ask(
        question,
        [`${method} ${url}`, ...reasons].join('\n\n'),
        t('Send'),
        ...(always === undefined ? [] : [always]),
      );
      if (answer === undefined) return false;
      if (answer === always && one !== undefined)
        await vscode.workspace.getConfiguration().update(allowedHosts, [...listed(), one.host], vscode.ConfigurationTarget.Global);
      for (const key of keys) allowed.add(key);
      if (hasUnnamed) allowed.add(unnamed);
      await permitted.allowSecrets(named, message, to);
      return true;
    },
    async mayLookUp({ what, file, line }) {
      const key = JSON.stringify([file, what]);
      if (allowed.has(key)) return true;
      const place = `${vscode.workspace.asRelativePath(file)}:${line}`;
      const allow = t('Allow Reading');
      const detail = t(
        "The value is a secret, a value of the process's environment, or derived from one. The agent sees ••• in place of the script's output, tests and variables, but the script can send the value. Read the script before you allow it.",
      );
      if ((await ask(t('An agent runs the script {0}, which reads {1}.', place, what), detail, allow)) !== allow) return false;
      allowed.add(key);
      return true;
    },
    signIn: {
      ...host.signIn,
      async open(page, signal) {
        const { host: where } = new URL(page.url);
        const open = t('Open Page');
        const detail = t('The agent can change the files that define the page and the data sent to it.');
        if ((await ask(t('An agent opens a page of {0} in the browser, to sign in for {1}.', where, page.id), detail, open)) !== open)
          throw new ReqError('refused', `Nothing was sent: the page of ${where} to sign in for ${page.id} may not be opened.`);
        await host.signIn.open(page, signal);
      },
    },
    ask: (form, signal) => answersTo(form, inputs, (left) => host.ask(left, signal)),
  };
}

type Form = Parameters<Host['ask']>[0];

/**
 * The agent's answers to a form. The user answers hidden and secret fields.
 * @throws {ReqError} `usage` if the agent gave no answer to another field
 */
async function answersTo(form: Form, inputs: Given['inputs'], askUser: (left: Form) => ReturnType<Host['ask']>): ReturnType<Host['ask']> {
  const answerTo = (question: Question): string | undefined => answerOf(inputs, question);
  const lacking = form.questions.filter((q) => q.kind !== 'secret' && !q.hidden && answerTo(q) === undefined);
  if (lacking.length > 0) {
    const names = lacking.map(({ name, label }) => (name === label ? name : `${name} (${label})`)).join(', ');
    throw new ReqError('usage', `Nothing was sent: the request asks for ${names}.`, { hint: 'Give the values in "inputs".' });
  }
  const left = form.questions.filter((q) => answerTo(q) === undefined);
  const answers = left.length === 0 ? [] : await askUser({ ...form, questions: left });
  return answers && form.questions.map((q) => answerTo(q) ?? answers[left.indexOf(q)]);
}
