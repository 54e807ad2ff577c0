import {
  createConnection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  TextDocuments,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { setTimeout as wait } from 'node:timers/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isAround, isInside, type FileView } from '../language/index.ts';
import { kindOf } from '../files/folders.ts';
import { toFile } from './lspRanges.ts';
import { BoundedInput } from './boundedInput.ts';
import { capabilitiesFor, registerFeatures } from './features/index.ts';
import { answerRefused, lifecycleOptions } from './lifecycle.ts';
import { publishDiagnostics } from './publishDiagnostics.ts';
import { createWorkspace, Documents, type CommandFunctions } from './lspWorkspace.ts';

/**
 * The environment in settings of the client, which are `initializationOptions` and the section `req` of its configuration: empty for none,
 * undefined if the settings do not say.
 */
function environmentIn(given: unknown): string | undefined {
  const found: unknown = (given as { readonly environment?: unknown } | null | undefined)?.environment;
  return typeof found === 'string' ? found : undefined;
}

interface ServeOptions extends Omit<CommandFunctions, 'onRead'> {
  readonly version: string;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

interface Session {
  readonly connection: Connection;
  readonly texts: TextDocuments<TextDocument>;
  readonly documents: Documents;
  readonly workspace: ReturnType<typeof createWorkspace>;
  readonly problems: ReturnType<typeof publishDiagnostics>;
  readonly view: (uri: string, whole?: boolean) => Promise<FileView | undefined>;
  readonly state: { folders: readonly string[]; environment: string | undefined; documents: TextDocuments<TextDocument> };
  client: ClientCapabilities;
  /** Of `initializationOptions`. Holds unless the configuration names another one: several clients send an empty one at their start. */
  initialEnvironment: string | undefined;
  /** Resolves when the client has answered the last request for its configuration, or has had the time for it. */
  configured: Promise<unknown>;
  /** Called when values changed: publishes problems again and requests a refresh of tokens and hints from the client. */
  readonly stale: () => void;
}

/**
 * Runs the language server (Language Server Protocol 3.18) over standard input and output. Resolves at the end of the session with the exit
 * code of the protocol: 0 after `shutdown`, 1 without it.
 * @throws {ReqError} `usage` if the input is not of this protocol
 */
export function serve({ version, input, output, ...given }: ServeOptions): Promise<0 | 1> {
  let stop: ((error: Error) => void) | undefined;
  const bounded = input.pipe(new BoundedInput((error) => stop?.(error)));
  const session = openSession(createConnection(bounded, output, lifecycleOptions()), given);
  const { connection, texts, problems } = session;
  answerRefused(connection);
  followSession(session, version, followConfiguration(session));
  followSurroundings(session);
  followTexts(session);
  registerFeatures(
    connection,
    session.view,
    () => session.client,
    () => texts.keys(),
    async (uri) => {
      const read = await given.foreign?.();
      const text = texts.get(uri)?.getText();
      return text === undefined || read === undefined
        ? undefined
        : { text, read: (changed) => read(toFile(uri, process.cwd()), changed).text };
    },
  );
  texts.listen(connection);
  let wasShutDown = false;
  return new Promise((resolve, reject) => {
    stop = reject;
    connection.onShutdown(() => {
      wasShutDown = true;
      problems.dispose();
    });
    connection.onExit(() => resolve(wasShutDown ? 0 : 1));
    // A client that crashes closes our input without `exit`.
    input.once('end', () => resolve(wasShutDown ? 0 : 1));
    connection.listen();
  });
}

/** Milliseconds for a client to send its configuration. */
const patienceMs = 2000;

function openSession(connection: Connection, given: Omit<CommandFunctions, 'onRead'>): Session {
  const texts = new TextDocuments(TextDocument);
  const state: Session['state'] = { folders: [], environment: undefined, documents: texts };
  const documents = new Documents(state);
  const workspace = createWorkspace(state, documents, { ...given, onRead: () => session.stale() });
  const view: Session['view'] = async (uri, whole = false) => {
    await session.configured;
    const text = texts.get(uri);
    return text === undefined ? undefined : workspace.know(documents.of(text), { whole });
  };
  const problems = publishDiagnostics(connection, texts, view);
  const session: Session = {
    connection,
    texts,
    documents,
    workspace,
    problems,
    view,
    state,
    client: {},
    configured: Promise.resolve(),
    initialEnvironment: undefined,
    stale() {
      problems.all();
      const { workspace: can } = session.client;
      if (can?.semanticTokens?.refreshSupport === true) void connection.languages.semanticTokens.refresh().catch(() => {});
      if (can?.inlayHint?.refreshSupport === true) void connection.languages.inlayHint.refresh().catch(() => {});
    },
  };
  return session;
}

function followSession(session: Session, version: string, requestConfiguration: () => void): void {
  const { connection, state, workspace, stale } = session;
  connection.onInitialize((params: InitializeParams): InitializeResult => {
    const roots = params.workspaceFolders?.map((f) => f.uri) ?? (typeof params.rootUri === 'string' ? [params.rootUri] : []);
    state.folders = roots.map((uri) => toFile(uri, process.cwd()));
    session.initialEnvironment = environmentIn(params.initializationOptions);
    state.environment = session.initialEnvironment || undefined;
    session.client = params.capabilities;
    return {
      serverInfo: { name: 'req', version },
      capabilities: {
        ...capabilitiesFor(params.capabilities),
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(async () => {
    try {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map((f) => toFile(f.uri, process.cwd())));
        state.folders = [...state.folders.filter((f) => !gone.has(f)), ...added.map((f) => toFile(f.uri, process.cwd()))];
        workspace.forget();
        stale();
      });
    } catch {
      // The client does not support folders.
    }
    const { workspace: can } = session.client;
    if (can?.configuration === true) requestConfiguration();
    if (can?.didChangeConfiguration?.dynamicRegistration === true)
      await connection.client.register(DidChangeConfigurationNotification.type, { section: 'req' }).catch(() => {});
    if (can?.didChangeWatchedFiles?.dynamicRegistration === true)
      await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*' }] }).catch(() => {});
  });
}

/**
 * Handles changes of the configuration.
 * @returns requests it from the client
 */
function followConfiguration(session: Session): () => void {
  const { connection, state, stale } = session;
  const configure = (given: unknown): void => {
    state.environment = (environmentIn(given) ?? session.initialEnvironment) || undefined;
    stale();
  };
  const request = (): void => {
    const asked: Promise<unknown> = connection.workspace.getConfiguration('req');
    // Requests that arrive meanwhile are answered in the new environment. A client could wait for them before it sends its configuration.
    const late = wait(patienceMs, undefined, { ref: false });
    session.configured = Promise.race([asked.catch(() => undefined).then(configure), late]);
  };
  connection.onDidChangeConfiguration(({ settings }) => {
    if (session.client.workspace?.configuration === true) request();
    else configure((settings as { readonly req?: unknown } | null | undefined)?.req);
  });
  return request;
}

/** Handles changes of files around the documents. */
function followSurroundings({ connection, state, workspace, stale }: Session): void {
  connection.onDidChangeWatchedFiles(({ changes }) => {
    let around = false;
    for (const { uri, type } of changes) {
      const file = toFile(uri, process.cwd());
      around = (type === FileChangeType.Deleted ? workspace.removed(file) : workspace.changed(file)) || around;
      if (type === FileChangeType.Created) void folderCreated(file);
    }
    if (around) stale();
  });

  /** Clients may report a moved folder without its files. */
  async function folderCreated(path: string): Promise<void> {
    if (isSkipped(path) || (await kindOf(path).catch(() => undefined)) !== 'folder') return;
    workspace.folderAdded(path);
    stale();
  }

  /** Nothing in hidden folders and `node_modules` is read, so new ones, of which `npm install` makes many, make nothing stale. */
  function isSkipped(path: string): boolean {
    const top = state.folders.find((folder) => isInside(path, folder)) ?? '';
    return /[\\/](?:\.|node_modules(?:[\\/]|$))/.test(path.slice(top.length));
  }
}

function followTexts({ texts, documents, workspace, problems, stale }: Session): void {
  texts.onDidChangeContent(({ document }) => {
    const { file } = documents.of(document);
    // Other files get the definitions of a request file when it is saved, and those of a shared file at once.
    if (workspace.changed(file) && isAround(file)) stale();
    else problems.of(document.uri);
  });
  texts.onDidSave(({ document }) => {
    if (workspace.changed(documents.of(document).file)) stale();
  });
  texts.onDidClose(({ document }) => {
    const isUsed = workspace.changed(documents.of(document).file);
    documents.closed(document.uri);
    problems.clear(document.uri);
    // Edits that were not saved are discarded, and other documents may use the file.
    if (isUsed) stale();
  });
}
