import * as vscode from 'vscode';
import { createMask } from '../../base/mask.ts';
import { isReqError, ReqError } from '../../base/reqError.ts';
import { listRequests, nameOf, requestAt, type RequestSummary } from '../../language/index.ts';
import { diagnosticsIn, hover, lookResolved, placeholdersOf } from '../../language/onDemand.ts';
import type { Host } from '../../runner/index.ts';
import type { SettingId } from '../commands/contributions.ts';
import { uriOf } from '../world/editorFiles.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { Runs } from '../sending/runs.ts';
import type { Known, Surroundings } from '../world/editorSurroundings.ts';
import { agentHost, askInWindow, type AskPerson, type Confirmation, type SecretPermissions } from './agentHost.ts';
import { confirmation, previewOf, versionOf } from './confirmation.ts';
import type { AgentToolName } from './toolNames.ts';
import { describeRun, readPart, type Part } from './responses.ts';

/** What the tools work with. */
export interface AgentParts {
  readonly surroundings: Surroundings;
  readonly runs: Runs;
  readonly host: Host;
  /** The run of this name; without one the run that is shown. The caller releases it. */
  readonly find: (runId: string | undefined) => Promise<RunRecord | undefined>;
  /** Whether the environment that is chosen is not known. */
  readonly lacksEnvironment: (known: Known) => boolean;
  readonly secrets: SecretPermissions;
  readonly ask?: AskPerson;
}

/** What a language model may do with requests. */
export interface AgentTools {
  /** What a person is told, and asked, before a tool is called. */
  prepare(tool: AgentToolName, input: object): Promise<vscode.PreparedToolInvocation | undefined>;
  /** What a tool answers: JSON without secrets. What a model can mend is an answer too. */
  invoke(tool: AgentToolName, input: object, token: vscode.CancellationToken): Promise<string>;
}

/** As the schemas of the manifest say, which VS Code has checked. */
interface Input extends Part {
  readonly file?: string;
  readonly name?: string;
  readonly line?: number;
  readonly search?: string;
  readonly runId?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly maxEvents?: number;
  readonly maxSeconds?: number;
}

/** Requests and placeholders that are told at once. */
const most = 200;
/** When a stream is ended, unless the request or the model says otherwise. */
const usualStream = { events: 100, seconds: 30 };

const displayed = (file: string): string => vscode.workspace.asRelativePath(uriOf(file));

/** The tools of agents, over the same surroundings and the same way to send as a person's. */
export function agentTools({ surroundings, runs, host, find, lacksEnvironment, secrets, ask = askInWindow }: AgentParts): AgentTools {
  const answers: Readonly<Record<AgentToolName, (input: Input, signal: AbortSignal) => Promise<unknown>>> = {
    req_list_requests: list,
    req_explain_request: explain,
    req_send_request: send,
    req_read_response: read,
  };
  /** What is being confirmed, by the call's input: the call itself comes later. */
  const asked = new Map<string, Confirmation & { readonly version: string }>();
  return {
    async prepare(tool, input) {
      if (tool !== 'req_send_request' || !isEnabled()) return undefined;
      // What was refused, or never called, is not confirmed.
      asked.delete(JSON.stringify(input));
      const found = await target(input).catch(() => undefined);
      if (found === undefined) return undefined;
      const message = await previewOf(found.known, found.request, runs);
      const { reasons, prepared } = confirmation(found.known, found.request, message);
      if (message !== undefined && reasons > 0)
        asked.set(JSON.stringify(input), { ...message, version: versionOf(found.known, found.request) });
      return prepared;
    },
    async invoke(tool, input, token) {
      const stop = new AbortController();
      const listening = token.onCancellationRequested(() => stop.abort());
      try {
        if (!isEnabled()) throw new ReqError('usage', 'The setting req.agents.enabled is off.');
        return JSON.stringify(await answers[tool](input, stop.signal), null, 1);
      } catch (e) {
        if (!isReqError(e)) throw e;
        return JSON.stringify({ error: e.message, ...(e.hint === undefined ? {} : { hint: e.hint }) });
      } finally {
        listening.dispose();
      }
    },
  };

  async function list({ search = '' }: Input): Promise<unknown> {
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

  async function explain(input: Input): Promise<unknown> {
    const { known, request } = await target(input);
    const { block } = request;
    const looking = known.lookHidden(block);
    const view: Known = { ...known, look: (b) => (b === block ? looking : known.lookHidden(b)) };
    const { resolution } = lookResolved(view, block, 'keep');
    const seen = resolution.ok ? resolution.request : undefined;
    const mask = (text: string): string => createMask([...looking.evaluation.secrets, ...(seen?.secrets ?? [])])(text);
    const placeholders = new Map<string, string>();
    for (const { placeholder } of placeholdersOf(known.tree, block)) {
      if (placeholders.size === most) break;
      const told = hover(view, placeholder.range.start + 1)?.markdown;
      if (told !== undefined) placeholders.set(placeholder.text, mask(told).slice(0, 2000));
    }
    return {
      file: displayed(known.file),
      line: request.line,
      name: request.name,
      environment: known.environment ?? null,
      environments: known.collection.environments,
      protectedEnvironments: [...known.collection.protectedEnvironments],
      ...(seen === undefined
        ? {}
        : {
            method: seen.method,
            url: mask(seen.wireUrl),
            headers: seen.headers.map(([name, value]) => `${mask(name)}: ${mask(value)}`),
            body: seen.body.map((part) => (part.kind === 'text' ? mask(part.text).slice(0, 4000) : `< ${displayed(part.path)}`)),
          }),
      placeholders: Object.fromEntries(placeholders),
      problems: diagnosticsIn(view, block.range).map(({ severity, message, range }) => ({
        severity,
        message: mask(message),
        line: known.tree.lines.positionAt(range.start).line + 1,
      })),
    };
  }

  async function send(input: Input, signal: AbortSignal): Promise<unknown> {
    if (!vscode.workspace.isTrusted) throw new ReqError('trust', 'Nothing is sent until a person trusts this workspace.');
    const { known, request } = await target(input);
    if (lacksEnvironment(known)) throw new ReqError('usage', 'Nothing was sent: the environment that is chosen cannot be read.');
    const { maxEvents = usualStream.events, maxSeconds = usualStream.seconds, inputs = {} } = input;
    const key = JSON.stringify(input);
    const confirmed = asked.get(key);
    asked.delete(key);
    const record = await runs.send(known, request, undefined, {
      // What a person confirmed is of the files as they were then.
      host: agentHost(host, { inputs, secrets, confirmed: confirmed?.version === versionOf(known, request) ? confirmed : undefined }, ask),
      defaults: { maxEvents: Math.max(1, maxEvents), maxTimeMs: Math.max(0.1, maxSeconds) * 1000 },
      signal,
    });
    return describeRun(record);
  }

  async function read({ runId, ...part }: Input): Promise<unknown> {
    const record = await find(runId);
    if (record === undefined)
      throw new ReqError('usage', runId === undefined ? 'Nothing has been sent yet.' : `The response of ${runId} is not kept.`);
    try {
      const isWhole = part.path === undefined && part.start === undefined && part.length === undefined;
      return isWhole ? describeRun(record) : readPart(record, part);
    } finally {
      record.dispose();
    }
  }

  /** The request that an agent means. Only what stands in the workspace or is open can be meant. */
  async function target({ file = '', name, line }: Input): Promise<{ readonly known: Known; readonly request: RequestSummary }> {
    const wanted = file.replaceAll('\\', '/').replace(/^\.\//, '');
    const found = (await surroundings.everyFile()).find((f) => f.file === file || displayed(f.file) === wanted);
    if (found === undefined)
      throw new ReqError('usage', `There is no request file ${file} in the workspace.`, { hint: 'req_list_requests lists them.' });
    const known = await surroundings.know(await vscode.workspace.openTextDocument(uriOf(found.file)), 'anew');
    const { tree } = known;
    const all = listRequests(tree);
    const request =
      name !== undefined
        ? all.find((r) => r.name === name || r.title === name || nameOf(r.block) === name)
        : line !== undefined
          ? requestAt(tree, tree.lines.startOf(Math.min(Math.max(0, line - 1), tree.lines.lineCount - 1)))
          : all.length === 1
            ? all[0]
            : undefined;
    if (request !== undefined) return { known, request };
    const listed = all.map((r) => `${r.line} ${r.name || r.method}`).slice(0, 20);
    throw new ReqError('usage', `Which request of ${file}? Give its name or its line: ${listed.join(', ')}`);
  }
}

const isEnabled = (): boolean => vscode.workspace.getConfiguration().get<boolean>('req.agents.enabled' satisfies SettingId, true);
