import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { findAgain, identify, listRequests, type BlockContext, type CollectionRequests } from '../../language/index.ts';
import { documentUriOf, requestTextsOf, type RequestText } from '../providers/fencedDocuments.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StoredFacts } from '../../response/record/storedRun.ts';
import type { Runs } from './runs.ts';
import { openAgain } from '../world/editorFiles.ts';
import type { Known, Surroundings } from '../world/editorSurroundings.ts';

export type Sent = Pick<RunRecord, 'uri' | 'request'>;

export interface ResendParts {
  readonly surroundings: Surroundings;
  readonly runs: Runs;
}

/** The text of a document that a run belongs to: its fence, or after the document was closed, the fence with the same request. */
export function textOf(document: vscode.TextDocument, { uri, request }: Sent, surroundings: Surroundings): RequestText {
  const texts = requestTextsOf(document);
  const own = texts.find((t) => t.uri.toString() === uri.toString());
  const alike = (t: RequestText): boolean => {
    const tree = surroundings.tree(t);
    const found = findAgain(tree, request);
    return found !== undefined && identify(tree, found).key === request.key;
  };
  return own ?? texts.find(alike) ?? document;
}

/** Sends a stored request as a new run of its original request, with its file and environment. */
export async function sendStored({ surroundings, runs }: ResendParts, facts: StoredFacts, text: string): Promise<void> {
  const { request, environment } = facts;
  const uri = vscode.Uri.parse(facts.uri);
  const given: RequestText = { uri: uri.with({ fragment: `req-${randomUUID()}` }), version: 1, encoding: '', getText: () => text };
  const known = inEnvironment(await surroundings.know(given, 'reload'), environment ?? undefined);
  const [found] = listRequests(known.tree);
  if (found !== undefined) await runs.send(known, found, { uri, request, environment });
}

/** Environments of a request's collection, except the one it was sent in. */
export async function otherEnvironments({ surroundings }: ResendParts, record: RunRecord): Promise<readonly string[]> {
  const document = await openAgain(documentUriOf(record.uri));
  const { collection } = await surroundings.know(textOf(document, record, surroundings));
  return collection.environments.filter((name) => name !== record.environment);
}

/** Sends a request of a file in any environment. Undefined if the file no longer contains it. */
export async function sendIn({ surroundings, runs }: ResendParts, record: RunRecord, environment: string): Promise<RunRecord | undefined> {
  const document = await openAgain(documentUriOf(record.uri));
  const known = inEnvironment(await surroundings.know(textOf(document, record, surroundings), 'reload'), environment);
  const request = findAgain(known.tree, record.request);
  return request && runs.send(known, request);
}

function inEnvironment(known: Known, environment: string | undefined): Known {
  const within = (context: BlockContext): BlockContext => ({ ...context, environment });
  return {
    ...known,
    environment,
    contextOf: (block) => within(known.contextOf(block)),
    requests: async (): Promise<CollectionRequests> => {
      const requests = await known.requests();
      return { ...requests, contextOf: async (file, block) => within(await requests.contextOf(file, block)) };
    },
  };
}
