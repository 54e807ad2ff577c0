import type { ClientCapabilities, Connection, ServerCapabilities } from 'vscode-languageserver/node';
import type { FileView } from '../../language/index.ts';

/** The view of an open document; undefined if it is closed. `whole` waits for all files of its collection. */
export type ViewOf = (uri: string, whole?: boolean) => Promise<FileView | undefined>;

/** An open document of another client: its text, and a function that converts a text. Undefined if it is closed. */
export type SourceOf = (uri: string) => Promise<{ readonly text: string; readonly read: (text: string) => string } | undefined>;

export interface Feature {
  readonly capabilities: ServerCapabilities;
  /**
   * @param client capabilities of the client, known after `initialize`
   * @param openUris URIs of the open documents
   */
  register(
    connection: Connection,
    viewOf: ViewOf,
    client: () => ClientCapabilities,
    openUris: () => readonly string[],
    sourceOf: SourceOf,
  ): void;
}
