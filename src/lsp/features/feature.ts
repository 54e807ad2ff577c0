import type { ClientCapabilities, Connection, ServerCapabilities } from 'vscode-languageserver/node';
import type { FileView } from '../../language/index.ts';

/** Gives the view of an open document; undefined where it is closed. `whole` waits for all files of its collection. */
export type ViewOf = (uri: string, whole?: boolean) => Promise<FileView | undefined>;

/** One thing the server can do: what it says of it to the client, and what answers. */
export interface Feature {
  readonly capabilities: ServerCapabilities;
  /** `client`: what the other side can do, known once it has said hello. `openUris`: those of its open documents. */
  register(connection: Connection, viewOf: ViewOf, client: () => ClientCapabilities, openUris: () => readonly string[]): void;
}
