import { findAgain, identify, type RequestSummary } from '../../../language/index.ts';
import type { Runs } from '../../sending/runs.ts';
import type { Services } from '../../services.ts';
import type { Known } from '../../world/editorSurroundings.ts';
import { copyAs } from './copyAs.ts';
import { copyAsCurl } from './curlCommands.ts';
import { requestTarget } from '../requestTarget.ts';
import { maySend } from '../sendRequest.ts';

/** Copies the request at a line or at the cursor as a curl command. */
export const copyRequestAsCurl = (services: Services, uri: unknown, line: unknown): Promise<void> =>
  copyTarget(services, uri, line, copyAsCurl);

/** Copies the request at a line or at the cursor for another client; `to` is an export target, else the user chooses one. */
export const copyRequestAs = (services: Services, uri: unknown, line: unknown, to: unknown): Promise<void> =>
  copyTarget(services, uri, line, (runs, known, request) => copyAs(runs, known, request, to));

async function copyTarget(
  { surroundings, runs }: Services,
  uri: unknown,
  line: unknown,
  copy: (runs: Runs, known: Known, request: RequestSummary) => Promise<void>,
): Promise<void> {
  const target = (await maySend()) ? await requestTarget(surroundings, uri, line) : undefined;
  if (target === undefined) return;
  const identity = identify(target.tree, target.request);
  const known = await surroundings.know(target.text, 'reload');
  const request = findAgain(known.tree, identity);
  if (request !== undefined) await copy(runs, known, request);
}
