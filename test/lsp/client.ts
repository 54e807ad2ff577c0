import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import {
  ConfigurationRequest,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  DidChangeTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { commandBundle } from '../support/command.ts';

/** `req lsp` connected to the client library of the protocol. */
export interface Client {
  readonly connection: ProtocolConnection;
  readonly server: InitializeResult;
  open(file: string, text: string): Promise<string>;
  change(uri: string, text: string): Promise<void>;
  save(uri: string): Promise<void>;
  /** How often diagnostics of a document were published. */
  timesTold(uri: string): number;
  /** The next diagnostics of a document that satisfy a test. */
  diagnosticsOf(uri: string, wanted: (found: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  /** Shuts the server down. Returns its exit code. */
  end(): Promise<number | null>;
}

/**
 * @param folders the folders that the client has opened; by default the one where the server starts
 * @param configuration the client's configuration by section, if the server can request it
 * @param isReady resolves when the client answers requests for its configuration
 */
export async function startClient(
  folder: string,
  options: { readonly environment?: string } = {},
  folders: readonly string[] = [folder],
  configuration?: Readonly<Record<string, unknown>>,
  isReady?: Promise<void>,
): Promise<Client> {
  const child = spawn(process.execPath, [await commandBundle(), 'lsp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const published = new Map<string, readonly Diagnostic[]>();
  const times = new Map<string, number>();
  const waiting = new Set<() => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    published.set(uri, diagnostics);
    times.set(uri, (times.get(uri) ?? 0) + 1);
    for (const check of waiting) check();
  });
  connection.onRequest(ConfigurationRequest.type, async ({ items }) => {
    await isReady;
    return items.map(({ section = '' }) => configuration?.[section] ?? null);
  });
  connection.listen();
  const workspaceFolders = folders.map((name) => ({ uri: pathToFileURL(name).href, name }));
  const server = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: workspaceFolders[0]?.uri ?? null,
    workspaceFolders,
    capabilities: {
      workspace: {
        workspaceFolders: true,
        configuration: configuration !== undefined,
        workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
      },
      textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true }, rename: { prepareSupport: true } },
    },
    initializationOptions: options,
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const versions = new Map<string, number>();
  return {
    connection,
    server,
    async open(file, text) {
      const document = pathToFileURL(file).href;
      versions.set(document, 1);
      await connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri: document, languageId: 'req', version: 1, text },
      });
      return document;
    },
    async change(document, text) {
      const version = (versions.get(document) ?? 0) + 1;
      versions.set(document, version);
      published.delete(document);
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri: document, version },
        contentChanges: [{ text }],
      });
    },
    save: (document) => connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri: document } }),
    timesTold: (document) => times.get(document) ?? 0,
    diagnosticsOf: (document, wanted) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = published.get(document);
          if (found === undefined || !wanted(found)) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    async end() {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const code = await exited;
      connection.dispose();
      return code;
    },
  };
}
