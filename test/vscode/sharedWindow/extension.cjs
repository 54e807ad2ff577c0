'use strict';
// Runs in the extension host of a window that suites share, beside Req. Between two suites it ends Req as VS Code does when a window
// closes, takes back all that was kept, and starts Req anew. The tests call it by HTTP, on a socket in the server's folder.
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: wait } = require('node:timers/promises');
const vscode = require('vscode');

/** Deadline for changes that VS Code detects asynchronously. */
const patienceMs = 30_000;
const pauseMs = 25;
const rewriteMs = 1000;

const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);

async function until(what, holds) {
  const end = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It never came to this: ${typeof what === 'function' ? what() : what}`);
    await wait(pauseMs);
  }
}

/** The instance of Req loaded here: see `preload.cjs`. It has no context until VS Code has started it. */
const req = globalThis[Symbol.for('req.sharedWindow')];
const extension = vscode.extensions.getExtension('req-client.req-client');

/** Names in conditions of the manifest, which include all context keys of Req. */
function contextKeys() {
  const conditions = [];
  JSON.stringify(extension.packageJSON.contributes, (key, value) => {
    if (['when', 'enablement'].includes(key)) conditions.push(value);
    return value;
  });
  return new Set(conditions.join(' ').match(/(?<![\w.])req\.\w+(?:\.\w+)*/g));
}

/** Deactivates Req and deletes its data, in memory and on disk. */
async function stopReq() {
  const { context, module } = req;
  if (context === undefined) return;
  await module.deactivate();
  for (const each of context.subscriptions.splice(0).toReversed()) await each.dispose();
  for (const memento of [context.workspaceState, context.globalState])
    for (const key of memento.keys()) await memento.update(key, undefined);
  for (const key of await context.secrets.keys()) await context.secrets.delete(key);
  for (const { fsPath } of [context.storageUri, context.globalStorageUri]) fs.rmSync(fsPath, { recursive: true, force: true });
  for (const key of contextKeys()) await run('setContext', key, undefined);
  const kept = [...context.workspaceState.keys(), ...context.globalState.keys(), ...(await context.secrets.keys())];
  if (kept.length > 0) throw new Error(`Req still keeps ${kept.join(', ')}.`);
  req.isStopped = true;
}

/** Activates Req from its files, as a new extension host would. */
async function startReq() {
  // As VS Code does in a window whose folder has requests.
  if (!req.isStopped) return extension.activate();
  const folder = path.dirname(req.main) + path.sep;
  for (const file of Object.keys(require.cache)) if (file.startsWith(folder)) delete require.cache[file];
  require(req.main);
  await req.module.activate(req.context);
  req.isStopped = false;
}

const root = () => vscode.workspace.workspaceFolders[0].uri.fsPath;
const isInside = ({ scheme, fsPath }) => scheme === 'file' && fsPath.startsWith(root() + path.sep);

/** Waits until VS Code has reported all changes of files so far. It reports them in order. */
async function filesSettled() {
  const marker = path.join(root(), '.shared-window');
  const watcher = vscode.workspace.createFileSystemWatcher('**/.shared-window');
  let exists = false;
  watcher.onDidCreate(() => (exists = true));
  watcher.onDidChange(() => (exists = true));
  watcher.onDidDelete(() => (exists = false));
  try {
    // Written again and again: a window that has just opened does not watch its files yet.
    let written = 0;
    await until('the window has seen a new file', () => {
      if (!exists && Date.now() - written > rewriteMs) {
        written = Date.now();
        fs.writeFileSync(marker, String(written));
      }
      return exists;
    });
    fs.rmSync(marker);
    await until('the window has seen that a file is gone', () => !exists);
  } finally {
    watcher.dispose();
  }
}

async function closeEditors() {
  const { tabGroups } = vscode.window;
  await run('workbench.action.closeQuickOpen');
  await until('no editor is open', async () => {
    for (const document of vscode.workspace.textDocuments.filter((d) => d.isDirty)) {
      await vscode.window.showTextDocument(document);
      await run('workbench.action.revertAndCloseActiveEditor');
    }
    await run('workbench.action.closeAllEditors');
    return tabGroups.all.every(({ tabs }) => tabs.length === 0) && !vscode.workspace.textDocuments.some((d) => d.isDirty);
  });
  await until('one group of editors is left', async () => {
    if (tabGroups.all.length === 1) return true;
    await run('workbench.action.editorLayoutSingle');
    return false;
  });
  // What an editor showed of a file is kept for its group: the next suite gets a group of its own.
  await run('workbench.action.splitEditorRight');
  await until('there is a new group', () => tabGroups.all.length === 2);
  await run('workbench.action.focusFirstEditorGroup');
  await run('workbench.action.closeGroup');
  await until('one group of editors is left', () => tabGroups.all.length === 1);
}

async function emptyFolder() {
  const documents = vscode.workspace.textDocuments.filter((d) => isInside(d.uri));
  const edit = new vscode.WorkspaceEdit();
  // VS Code keeps a document that an extension has read for minutes, but lets go of what it deletes itself.
  for (const { uri } of documents) {
    fs.mkdirSync(path.dirname(uri.fsPath), { recursive: true });
    if (!fs.existsSync(uri.fsPath)) fs.writeFileSync(uri.fsPath, '');
    edit.deleteFile(uri);
  }
  if (documents.length > 0 && !(await vscode.workspace.applyEdit(edit))) throw new Error('The documents could not be deleted.');
  for (const name of fs.readdirSync(root())) fs.rmSync(path.join(root(), name), { recursive: true, force: true });
  await until('no document of the folder is open', () => !vscode.workspace.textDocuments.some((d) => isInside(d.uri)));
  await filesSettled();
}

/** All values in nested objects, as JSON, by the path of their names. */
function leaves(name, value) {
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  return isObject ? Object.entries(value).flatMap(([more, each]) => leaves(`${name}.${more}`, each)) : [[name, JSON.stringify(value)]];
}

/** The values of all settings, by name. */
const configuration = () => Object.fromEntries(leaves('', JSON.parse(JSON.stringify(vscode.workspace.getConfiguration()))));

/** The settings with a changed value. VS Code adds some later: these were undefined. */
const differing = (now, was) =>
  Object.keys(was)
    .filter((name) => now[name] !== was[name])
    .map((name) => `${name} is ${now[name]}, was ${was[name]}`);

const environment = { ...process.env };

function setEnvironment(more) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment, more);
}

// By VS Code, as it does not always notice that its file was written.
const setUserSetting = (name, value) => vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

const restoring = [
  'workbench.action.closePanel',
  'workbench.action.closeAuxiliaryBar',
  'testing.clearTestResults',
  'workbench.view.explorer',
  'notifications.clearAll',
];

const actions = {
  /** Reverts a suite's changes. `settings` were set for it, `configured` are the previous values of all settings. */
  async takeBack({ settings, configured }) {
    await closeEditors();
    await stopReq();
    await emptyFolder();
    setEnvironment({});
    for (const command of restoring) await run(command);
    for (const name of Object.keys(settings)) await setUserSetting(name, undefined);
    await until(
      () => `the settings are the first ones again: ${differing(configuration(), configured).join(', ')}`,
      () => differing(configuration(), configured).length === 0,
    );
    await until('no problem is left', () => vscode.languages.getDiagnostics().every(([, all]) => all.length === 0));
  },
  /** Starts Req for the next suite, after VS Code has detected its files and settings. */
  async start({ settings, env }) {
    setEnvironment(env);
    for (const [name, value] of Object.entries(settings)) await setUserSetting(name, value);
    await filesSettled();
    await startReq();
  },
  /** The values of all settings. */
  configuration: async () => configuration(),
};

async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const result = await actions[request.url.slice(1)](JSON.parse(Buffer.concat(chunks).toString()));
    response.end(JSON.stringify(result));
  } catch (error) {
    response.writeHead(500).end(error.stack);
  }
}

exports.activate = () => {
  const socket = path.join(os.tmpdir(), 'window.sock');
  // That of the extension host before a reload.
  fs.rmSync(socket, { force: true });
  http.createServer((request, response) => void answer(request, response)).listen(socket);
};
