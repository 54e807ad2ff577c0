import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cookieKeeper } from '../../src/editor/sending/cookieKeeper.ts';
import { Permissions } from '../../src/editor/sending/permissions.ts';
import { Runs } from '../../src/editor/sending/runs.ts';
import { SecretStore } from '../../src/editor/secrets/secretStore.ts';
import { signInWithEditor, TokenKeeper } from '../../src/editor/sending/signIn.ts';
import { TestExplorer, type RunView } from '../../src/editor/testing/explorer.ts';
import { vscodeHost } from '../../src/editor/sending/vscodeHost.ts';
import { memento } from './memento.ts';
import { MovedFiles } from '../../src/editor/world/movedFiles.ts';
import { makeSurroundings } from './testSurroundings.ts';

interface ReportedItem {
  readonly what: string;
  readonly item: string;
  readonly messages: readonly vscode.TestMessage[];
}

/**
 * A Test Explorer of its own, and all its calls to VS Code.
 * @param view a summary of its runs
 */
export function explorer(view?: RunView) {
  const extension = vscode.extensions.getExtension('req-client.req-client');
  assert.ok(extension);
  const kept = memento();
  const context = { extension, extensionUri: extension.extensionUri, workspaceState: kept } as unknown as vscode.ExtensionContext;
  const around = makeSurroundings();
  const { surroundings, variables, environments, active } = around;
  const permissions = new Permissions(kept);
  const values = new Map<string, string>();
  const secrets = new SecretStore(
    {
      get: async (key: string) => values.get(key),
      store: async (key: string, value: string) => void values.set(key, value),
      delete: async (key: string) => void values.delete(key),
      onDidChange: () => ({}),
    } as unknown as vscode.SecretStorage,
    kept,
  );
  const runs = new Runs(
    vscodeHost(
      permissions,
      secrets,
      signInWithEditor(new TokenKeeper(context.secrets, kept), permissions),
      cookieKeeper(context.secrets, kept),
      async () => undefined,
    ),
    variables,
    active,
    context,
  );
  const controller = vscode.tests.createTestController(`req-test-${Math.random()}`, 'Req under test');
  const reported: ReportedItem[] = [];
  let output = '';
  const profiles: vscode.TestRunProfile[] = [];
  const spied = new Proxy(controller, {
    set: (target, name, value) => Reflect.set(target, name, value),
    get(target, name) {
      if (name === 'createRunProfile')
        return (...args: Parameters<vscode.TestController['createRunProfile']>) => {
          const profile = target.createRunProfile(...args);
          profiles.push(profile);
          return profile;
        };
      if (name !== 'createTestRun') return Reflect.get(target, name) as unknown;
      return (request: vscode.TestRunRequest) => {
        const test = target.createTestRun(request);
        const report =
          (what: 'enqueued' | 'started' | 'passed' | 'failed' | 'errored' | 'skipped') =>
          (item: vscode.TestItem, messages?: unknown, ...rest: never[]) => {
            reported.push({ what, item: item.label, messages: Array.isArray(messages) ? (messages as vscode.TestMessage[]) : [] });
            (test[what] as (...args: unknown[]) => void)(item, messages, ...rest);
          };
        return {
          token: test.token,
          end: () => test.end(),
          appendOutput: (text: string) => (output += text),
          ...Object.fromEntries((['enqueued', 'started', 'passed', 'failed', 'errored', 'skipped'] as const).map((w) => [w, report(w)])),
        };
      };
    },
  });
  const moved = new MovedFiles(kept);
  const tests = new TestExplorer({ surroundings, runs, variables, environments, secrets, moved }, spied, view);
  return {
    controller,
    surroundings,
    environments,
    active,
    runs,
    variables,
    secrets,
    tests,
    profiles,
    reported,
    /** `what item` of all calls except enqueued and started. */
    results: () => reported.flatMap((t) => (['enqueued', 'started'].includes(t.what) ? [] : [`${t.what} ${t.item}`])),
    output: () => output,
    find(...labels: readonly string[]): vscode.TestItem {
      let within = controller.items;
      let found: vscode.TestItem | undefined;
      for (const label of labels) {
        found = undefined;
        within.forEach((item) => {
          if (item.label === label) found = item;
        });
        assert.ok(found, `${label} is not in the tree`);
        within = (found as vscode.TestItem).children;
      }
      assert.ok(found);
      return found;
    },
    dispose() {
      tests.dispose();
      moved.dispose();
      runs.dispose();
      around.dispose();
    },
  };
}

export type SpiedExplorer = ReturnType<typeof explorer>;

export function itemOf(made: SpiedExplorer, document: vscode.TextDocument, ...labels: readonly string[]): vscode.TestItem {
  let found: vscode.TestItem | undefined;
  const look = (items: vscode.TestItemCollection): void =>
    items.forEach((item) => {
      if (item.id === document.uri.fsPath) found = item;
      else look(item.children);
    });
  look(made.controller.items);
  assert.ok(found, 'the file is not in the tree');
  for (const label of labels) {
    const within: vscode.TestItem = found;
    within.children.forEach((item) => {
      if (item.label === label) found = item;
    });
  }
  return found;
}
