import * as vscode from 'vscode';
import { isReqError, ReqError } from '../../base/reqError.ts';
import { listRequests } from '../../language/index.ts';
import type { Host } from '../../runner/index.ts';
import type { SettingId } from '../commands/contributions.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { Runs } from '../sending/runs.ts';
import type { Known, Surroundings } from '../world/editorSurroundings.ts';
import { agentHost, askInWindow, type AskPerson, type Confirmation, type SecretPermissions } from './agentHost.ts';
import { confirmation, previewOf, versionOf } from './confirmation.ts';
import { explainRequest } from './explainRequest.ts';
import { displayed, findTarget, type RequestName } from './findTarget.ts';
import type { AgentToolName } from './toolNames.ts';
import { describeRun, readPart, type Part } from './responses.ts';

export interface AgentParts {
  readonly surroundings: Surroundings;
  readonly runs: Runs;
  readonly host: Host;
  /** Finds a run, or without an id the current one. The caller disposes it. */
  readonly find: (runId: string | undefined) => Promise<RunRecord | undefined>;
  readonly lacksEnvironment: (known: Known) => boolean;
  readonly secrets: SecretPermissions;
  readonly ask?: AskPerson;
}

export interface AgentTools {
  prepare(tool: AgentToolName, input: object): Promise<vscode.PreparedToolInvocation | undefined>;
  /** Resolves with JSON without secrets. An error that the model can correct is a result too. */
  /** @param isInChat only a chat shows what `prepare` returns, so elsewhere nothing is confirmed */
  invoke(tool: AgentToolName, input: object, token: vscode.CancellationToken, isInChat: boolean): Promise<string>;
}

/** Input of a tool, which VS Code has checked against the schemas of the manifest. */
interface Input extends Part, RequestName {
  readonly search?: string;
  readonly runId?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly maxEvents?: number;
  readonly maxSeconds?: number;
}

const most = 200;
/** Default limits of a stream. */
const usualStream = { events: 100, seconds: 30 };

/** A message that was confirmed, and the version of the files at that time. */
type Confirmed = Confirmation & { readonly version: string };

/** Creates the tools of agents. They use the same surroundings as the user, and send in the same way. */
export function agentTools(parts: AgentParts): AgentTools {
  const { surroundings, runs } = parts;
  /** Confirmed messages by the input of the call, which comes later. */
  const confirmations = new Map<string, Confirmed>();
  const results: Readonly<Record<AgentToolName, (input: Input, signal: AbortSignal) => Promise<unknown>>> = {
    req_list_requests: (input) => list(parts, input),
    async req_explain_request(input) {
      const { known, request } = await findTarget(surroundings, input);
      return explainRequest(known, request);
    },
    req_send_request(input, signal) {
      const key = JSON.stringify(input);
      return send(parts, input, () => takeConfirmation(confirmations, key), signal);
    },
    req_read_response: (input) => read(parts, input),
  };
  return {
    async prepare(tool, input) {
      if (tool !== 'req_send_request' || !isEnabled()) return undefined;
      // A call that was refused or never made is not confirmed.
      confirmations.delete(JSON.stringify(input));
      const found = await findTarget(surroundings, input).catch(() => undefined);
      if (found === undefined) return undefined;
      const message = await previewOf(found.known, found.request, runs);
      const { reasons, prepared } = confirmation(found.known, found.request, message);
      if (message !== undefined && reasons > 0)
        confirmations.set(JSON.stringify(input), { ...message, version: versionOf(found.known, found.request) });
      return prepared;
    },
    async invoke(tool, input, token, isInChat) {
      if (!isInChat) confirmations.delete(JSON.stringify(input));
      const stop = new AbortController();
      const listening = token.onCancellationRequested(() => stop.abort());
      try {
        if (!isEnabled()) throw new ReqError('usage', 'The setting req.agents.enabled is off.');
        return JSON.stringify(await results[tool](input, stop.signal), null, 1);
      } catch (e) {
        if (!isReqError(e)) throw e;
        return JSON.stringify({ error: e.message, ...(e.hint === undefined ? {} : { hint: e.hint }) });
      } finally {
        listening.dispose();
      }
    },
  };
}

/** A confirmation is valid for one call. */
function takeConfirmation(confirmations: Map<string, Confirmed>, key: string): Confirmed | undefined {
  const confirmed = confirmations.get(key);
  confirmations.delete(key);
  return confirmed;
}

async function list({ surroundings }: AgentParts, { search = '' }: Input): Promise<unknown> {
  const words = search.toLowerCase().split(/\s+/);
  const all = (await surroundings.everyFile()).flatMap(({ file, tree }) =>
    listRequests(tree).map(({ line, name, method, urlTemplate, tags }) => ({
      file: displayed(file),
      line,
      name,
      method,
      url: urlTemplate.slice(0, 500),
      tags,
    })),
  );
  const found = all.filter((r) => words.every((word) => JSON.stringify(r).toLowerCase().includes(word)));
  const more = found.length > most ? { more: `${found.length - most} more: say what to search for` } : {};
  return { requests: found.slice(0, most), ...more };
}

async function send(
  { surroundings, runs, host, lacksEnvironment, secrets, ask = askInWindow }: AgentParts,
  input: Input,
  takeConfirmed: () => Confirmed | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  if (!vscode.workspace.isTrusted) throw new ReqError('trust', 'Nothing is sent until the user trusts this workspace.');
  const { known, request } = await findTarget(surroundings, input);
  if (lacksEnvironment(known)) throw new ReqError('usage', 'Nothing was sent: the chosen environment cannot be read.');
  const { maxEvents = usualStream.events, maxSeconds = usualStream.seconds, inputs = {} } = input;
  // A confirmation holds for the files as they were then.
  const taken = takeConfirmed();
  const confirmed = taken?.version === versionOf(known, request) ? taken : undefined;
  const record = await runs.send(known, request, undefined, {
    host: agentHost(host, { inputs, secrets, confirmed, protectedEnvironments: known.collection.protectedEnvironments }, ask),
    defaults: { maxEvents: Math.max(1, maxEvents), maxTimeMs: Math.max(0.1, maxSeconds) * 1000 },
    signal,
  });
  return describeRun(record);
}

async function read({ find }: AgentParts, { runId, ...part }: Input): Promise<unknown> {
  const record = await find(runId);
  if (record === undefined)
    throw new ReqError('usage', runId === undefined ? 'Nothing has been sent yet.' : `The response of ${runId} is no longer available.`);
  try {
    const isWhole = part.path === undefined && part.start === undefined && part.length === undefined;
    return isWhole ? describeRun(record) : readPart(record, part);
  } finally {
    record.dispose();
  }
}

const isEnabled = (): boolean => vscode.workspace.getConfiguration().get<boolean>('req.agents.enabled' satisfies SettingId, true);
