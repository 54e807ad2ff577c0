import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ActiveRuns } from '../../src/editor/sending/activeRuns.ts';
import { agentTools, type AgentTools } from '../../src/editor/agents/tools.ts';
import type { AgentToolName } from '../../src/editor/agents/toolNames.ts';
import { cookieKeeper } from '../../src/editor/sending/cookieKeeper.ts';
import { Environments } from '../../src/editor/world/environments.ts';
import { Permissions } from '../../src/editor/sending/permissions.ts';
import type { RunRecord } from '../../src/response/record/runRecord.ts';
import { Runs } from '../../src/editor/sending/runs.ts';
import { SecretStore } from '../../src/editor/secrets/secretStore.ts';
import { signInWithEditor, TokenKeeper } from '../../src/editor/sending/signIn.ts';
import { Surroundings } from '../../src/editor/world/editorSurroundings.ts';
import { VariableStores } from '../../src/editor/sending/variableStores.ts';
import { vscodeHost } from '../../src/editor/sending/vscodeHost.ts';
import { listRequests } from '../../src/language/index.ts';
import { createView } from '../../src/language/onDemand.ts';
import type { Host } from '../../src/runner/index.ts';
import { memento } from './memento.ts';
import { openFile } from './workspaceFile.ts';

/** A tool's result, as far as tests check it. */
export interface SendReport {
  readonly error?: string;
  readonly runId?: string;
  readonly outcome?: string;
  readonly warning?: string;
  readonly tests?: readonly { readonly name: string; readonly passed: unknown }[];
}

/** The tools of agents with real runs, and a user who answers prompts. */
export interface AgentBench {
  readonly asked: string[];
  /** Permission prompts for environment values and files, which every user gets. */
  readonly permissions: string[];
  answers: boolean;
  refuses: RegExp | undefined;
  readonly opened: string[];
  readonly variables: VariableStores;
  prepare(input: object): Promise<vscode.PreparedToolInvocation | undefined>;
  call(tool: AgentToolName, input: object, isInChat?: boolean): Promise<string>;
  /** A file with its surroundings. */
  know(document: vscode.TextDocument): ReturnType<Surroundings['know']>;
  chooseEnvironment(document: vscode.TextDocument, environment: string): Promise<void>;
  /** Prepares and sends, as in a chat whose user confirms. */
  send(input: object, isInChat?: boolean): Promise<{ readonly text: string; readonly report: SendReport }>;
  sendByHand(file: string, text: string, name: string): Promise<RunRecord>;
  dispose(): Promise<void>;
}

/**
 * @param outside secrets and values of the process's environment, by name
 * @param state the workspace's storage
 */
export function agentBench(
  outside: { readonly secrets?: Readonly<Record<string, string>>; readonly env?: Readonly<Record<string, string>> },
  state = memento(),
): AgentBench {
  const extension = vscode.extensions.getExtension('req-client.req-client');
  assert.ok(extension);
  const context = { extension, extensionUri: extension.extensionUri, workspaceState: state } as unknown as vscode.ExtensionContext;
  const asked: string[] = [];
  const questions: string[] = [];
  const opened: string[] = [];
  const permissions = new Permissions(state, async ({ message }) => {
    questions.push(message);
    return bench.answers;
  });
  const variables = new VariableStores(state);
  const active = new ActiveRuns();
  const host: Host = {
    ...vscodeHost(
      permissions,
      new SecretStore(context.secrets, state),
      signInWithEditor(new TokenKeeper(context.secrets, state), permissions),
      cookieKeeper(context.secrets, state),
      async () => undefined,
    ),
    secret: async (name) => outside.secrets?.[name],
    env: (name) => outside.env?.[name],
    signIn: {
      tokens: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
      open: async ({ url }) => {
        opened.push(url);
        throw new Error('Nobody signs in.');
      },
      mayRun: async () => false,
    },
  };
  const runs = new Runs(host, variables, active, context);
  const environments = new Environments(state);
  const surroundings = new Surroundings(
    variables,
    environments,
    (root) => active.exchangesOf(root),
    async () => createView,
  );
  const records = new Map<string, RunRecord>();
  runs.onDidStart((record) => {
    record.share();
    records.set(record.id, record);
  });
  let last: RunRecord | undefined;
  const tools: AgentTools = agentTools({
    surroundings,
    runs,
    host,
    find: async (id) => (id === undefined ? last : records.get(id))?.share(),
    lacksEnvironment: () => false,
    secrets: permissions,
    async ask(message, detail, ...buttons) {
      asked.push(`${message}\n${detail}`);
      return bench.answers && bench.refuses?.test(message) !== true ? buttons[0] : undefined;
    },
  });
  const bench: AgentBench = {
    asked,
    permissions: questions,
    opened,
    variables,
    answers: true,
    refuses: undefined,
    prepare: (input) => tools.prepare('req_send_request', input),
    call: (tool, input, isInChat = true) => tools.invoke(tool, input, new vscode.CancellationTokenSource().token, isInChat),
    know: (document) => surroundings.know(document, 'reload'),
    async chooseEnvironment(document, environment) {
      const { collection } = await surroundings.know(document, 'reload');
      await environments.choose(collection.root, environment);
    },
    async send(input, isInChat = true) {
      await bench.prepare(input);
      const text = await bench.call('req_send_request', input, isInChat);
      return { text, report: JSON.parse(text) as SendReport };
    },
    async sendByHand(file, text, name) {
      const known = await surroundings.know(await openFile(file, text), 'reload');
      const request = listRequests(known.tree).find((r) => r.name === name);
      assert.ok(request);
      return (last = await runs.send(known, request));
    },
    async dispose() {
      for (const part of [surroundings, runs, active, variables]) part.dispose();
    },
  };
  return bench;
}

/** The text of a chat's confirmation; undefined if there is none. */
export function confirmationOf(prepared: vscode.PreparedToolInvocation | undefined): string | undefined {
  const { confirmationMessages } = prepared ?? {};
  if (confirmationMessages === undefined) return undefined;
  const { message } = confirmationMessages;
  return (typeof message === 'string' ? message : message.value).replaceAll('&nbsp;', ' ').replaceAll('\\', '');
}
