import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { findAgain, identify, listRequests } from '../../language/index.ts';
import { casesFile, contractCases, refuseProtected } from '../../language/onDemand.ts';
import type { CollectionFile, Destination } from '../../runner/index.ts';
import type { Services } from '../services.ts';
import { runCollection } from '../testing/collectionRun.ts';
import { refusedForEnvironment } from '../world/environmentChoice.ts';
import { requestTarget } from './requestTarget.ts';
import { maySend } from './sendRequest.ts';

/**
 * *Run Contract Cases*: sends the request at a line or at the cursor, then requests that its OpenAPI document does not allow. The
 * user confirms each host.
 */
export async function runContractCases(services: Services, uri: unknown, line: unknown): Promise<void> {
  if (!(await maySend())) return;
  const { surroundings, environments, testing } = services;
  const target = await requestTarget(surroundings, uri, line);
  if (target === undefined) return;
  const identity = identify(target.tree, target.request);
  // A large document may still be read.
  const known = await surroundings.know(target.text, 'whole');
  if (await refusedForEnvironment(environments, known.collection)) return;
  const { file, tree, collection, data, environment } = known;
  refuseProtected(environment, collection.protectedEnvironments);
  const block = findAgain(tree, identity)?.block;
  if (block?.requestLine === undefined) return;
  const made = contractCases(known, block);
  if (!made.ok) throw new ReqError('usage', made.problem);
  const { operation, cases, leftOut } = made;
  const copy = casesFile(tree, block, cases);
  const copied: CollectionFile = { file, tree: copy.tree, collection, data };
  const isChosen = (_: CollectionFile, { block: of }: { readonly block: typeof block }): boolean => of === copy.base || copy.cases.has(of);
  const requests = listRequests(copy.tree).filter((request) => isChosen(copied, request));
  const stop = new AbortController();
  const viewer = testing.summary.begin({
    title: t('Contract cases of {0}', operation),
    files: 0,
    isPart: false,
    environment: environment ?? null,
    isAskedFor: true,
    stop: () => stop.abort(),
    again: () => runContractCases(services, target.text.uri, target.request.line - 1),
  });
  viewer.planned(
    requests.map((request) => ({ of: copied, request, key: identify(copy.tree, request).key, row: undefined, rowName: undefined })),
  );
  if (leftOut > 0)
    void vscode.window.showInformationMessage(
      counted(leftOut, '{0} case was omitted: a run has at most {1}.', '{0} cases were omitted: a run has at most {1}.', cases.length),
    );
  let elapsedMs = 0;
  try {
    const confirm = (to: Destination): Promise<boolean> => confirmed(to, requests.length, operation);
    const wanted = { files: [copied], isChosen, environment, cases: { base: copy.base, cases: copy.cases, confirm }, ignoresData: true };
    const summary = await runCollection(services, wanted, { emit: viewer.emit, begun: viewer.begun }, stop.signal);
    ({ elapsedMs } = summary);
    if (summary.ended?.why === 'stopped')
      void vscode.window.showWarningMessage(t('The cases were not sent: {0}.', summary.ended.reason.replace(/\.$/, '')));
  } finally {
    viewer.ended(stop.signal.aborted, elapsedMs);
  }
}

async function confirmed({ shown, proxy }: Destination, requests: number, operation: string): Promise<boolean> {
  const send = t('Send');
  const to = proxy === undefined ? shown : t('{0} through {1}', shown, proxy.shown);
  const message = t('Send contract cases to {0}?', to);
  const detail = t(
    'Up to {0} requests of {1} with invalid data. A server that accepts one may change data. This holds for this run.',
    requests,
    operation,
  );
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, send)) === send;
}
