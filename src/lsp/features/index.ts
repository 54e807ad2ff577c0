import type { ClientCapabilities, Connection, ServerCapabilities } from 'vscode-languageserver/node';
import { codeActions } from './codeActions.ts';
import { completions } from './completion.ts';
import type { Feature, SourceOf, ViewOf } from './feature.ts';
import { formatting } from './format.ts';
import { hovers } from './hover.ts';
import { hints } from './inlayHints.ts';
import { navigation } from './navigation.ts';
import { outline } from './outline.ts';
import { tokens } from './semanticTokens.ts';

const features: readonly Feature[] = [hovers, completions, navigation, outline, codeActions, tokens, hints, formatting];

/** The capabilities for a client. A server may offer `prepareProvider` only to clients that know it. */
export function capabilitiesFor({ textDocument }: ClientCapabilities): ServerCapabilities {
  const all = Object.assign({}, ...features.map((f) => f.capabilities)) as ServerCapabilities;
  return textDocument?.rename?.prepareSupport === true ? all : { ...all, renameProvider: true };
}

export function registerFeatures(
  connection: Connection,
  viewOf: ViewOf,
  client: () => ClientCapabilities,
  openUris: () => readonly string[],
  sourceOf: SourceOf,
): void {
  for (const feature of features) feature.register(connection, viewOf, client, openUris, sourceOf);
}
