import {
  createConnection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  TextDocuments,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isAround, type FileView, type ScriptProblem } from '../language/index.ts';
import { toFile } from './lspRanges.ts';
import { capabilities, registerFeatures } from './features/index.ts';
import { publishDiagnostics } from './publishDiagnostics.ts';
import { createWorkspace, Documents } from './lspWorkspace.ts';

/** What a client may set: `initializationOptions`, and the section `req` of its configuration. */
interface Settings {
  readonly environment: string | undefined;
}

const settingsOf = (given: unknown): Settings => {
  const found: unknown = (given as { readonly environment?: unknown } | null | undefined)?.environment;
  return { environment: typeof found === 'string' && found !== '' ? found : undefined };
};

interface ServeOptions {
  readonly version: string;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** As in `WorkspacePort`. */
  readonly scriptProblem: (text: string) => ScriptProblem | undefined;
}

/**
 * The language service as a language server (Language Server Protocol 3.18) over standard input and output. Resolves when the
 * client says it is over, with the exit code the protocol wants: 0 after `shutdown`, 1 without it.
 */
export function serve({ version, input, output, scriptProblem }: ServeOptions): Promise<0 | 1> {
  const connection: Connection = createConnection(input, output);
  const texts = new TextDocuments(TextDocument);
  const state: { folders: readonly string[]; environment: string | undefined; documents: TextDocuments<TextDocument> } = {
    folders: [],
    environment: undefined,
    documents: texts,
  };
  const documents = new Documents(state);
  let refreshesValues = false;
  let watchesFiles = false;
  let readsSettings = false;
  let client: ClientCapabilities = {};
  let wasShutDown = false;

  const workspace = createWorkspace(state, documents, { scriptProblem, onRead: () => stale() });
  const view = async (uri: string, whole = false): Promise<FileView | undefined> => {
    const text = texts.get(uri);
    return text === undefined ? undefined : workspace.know(documents.of(text), { whole });
  };
  const problems = publishDiagnostics(connection, texts, view);

  /** What values depend on has changed: everything that shows some is told anew. */
  function stale(): void {
    problems.all();
    if (!refreshesValues) return;
    void connection.languages.semanticTokens.refresh().catch(() => {});
    void connection.languages.inlayHint.refresh().catch(() => {});
  }

  connection.onInitialize((params: InitializeParams): InitializeResult => {
    const roots = params.workspaceFolders?.map((f) => f.uri) ?? (typeof params.rootUri === 'string' ? [params.rootUri] : []);
    state.folders = roots.map((uri) => toFile(uri, process.cwd()));
    state.environment = settingsOf(params.initializationOptions).environment;
    client = params.capabilities;
    const { workspace: can } = client;
    refreshesValues = can?.semanticTokens?.refreshSupport === true && can.inlayHint?.refreshSupport === true;
    watchesFiles = can?.didChangeWatchedFiles?.dynamicRegistration === true;
    readsSettings = can?.configuration === true;
    return {
      serverInfo: { name: 'req', version },
      capabilities: {
        ...capabilities,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(async () => {
    if (watchesFiles)
      await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*' }] }).catch(() => {});
    if (state.folders.length > 0)
      // A client that says it has folders may still not tell of their changes.
      try {
        connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
          const gone = new Set(removed.map((f) => toFile(f.uri, process.cwd())));
          state.folders = [...state.folders.filter((f) => !gone.has(f)), ...added.map((f) => toFile(f.uri, process.cwd()))];
          workspace.forget();
          stale();
        });
      } catch {
        // It does not.
      }
  });

  connection.onDidChangeConfiguration(async ({ settings }) => {
    const given: unknown = readsSettings
      ? await connection.workspace.getConfiguration('req').catch(() => undefined)
      : (settings as { readonly req?: unknown } | null | undefined)?.req;
    state.environment = settingsOf(given).environment;
    stale();
  });

  connection.onDidChangeWatchedFiles(({ changes }) => {
    let around = false;
    for (const { uri, type } of changes) {
      const file = toFile(uri, process.cwd());
      around = (type === FileChangeType.Deleted ? workspace.removed(file) : workspace.changed(file)) || around;
    }
    if (around) stale();
  });

  texts.onDidChangeContent(({ document }) => {
    const { file } = documents.of(document);
    // Others see what this one defines when it is saved; at once where it stands around them.
    if (workspace.changed(file) && isAround(file)) stale();
    else problems.of(document.uri);
  });
  texts.onDidSave(({ document }) => {
    if (workspace.changed(documents.of(document).file)) stale();
  });
  texts.onDidClose(({ document }) => {
    workspace.changed(documents.of(document).file);
    documents.closed(document.uri);
    problems.clear(document.uri);
  });

  registerFeatures(
    connection,
    view,
    () => client,
    () => texts.keys(),
  );
  texts.listen(connection);
  return new Promise((resolve) => {
    connection.onShutdown(() => {
      wasShutDown = true;
      problems.dispose();
    });
    connection.onExit(() => resolve(wasShutDown ? 0 : 1));
    // A client that dies closes our input without a word.
    input.once('end', () => resolve(wasShutDown ? 0 : 1));
    connection.listen();
  });
}
