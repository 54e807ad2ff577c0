import { reportErrors } from '../../log/log.ts';
import { openBody, saveBody } from '../../responsePanel/bodyActions.ts';
import { compareTest } from '../../responsePanel/compareTest.ts';
import { openSchema } from '../../responsePanel/openSchema.ts';
import { copyBody, copyChosen, copyEvents } from '../../responsePanel/copyWhole.ts';
import { applyFix, offeredFixes } from './failureActions.ts';
import type { RunRecord } from '../../../response/record/runRecord.ts';
import { makeRequest } from '../../responsePanel/makeRequest.ts';
import { makeSchema } from '../../responsePanel/makeSchema.ts';
import { actOnNode, type OpenTree } from '../../responsePanel/nodeActions.ts';
import { openOutside } from '../../responsePanel/openOutside.ts';
import type { PanelActions } from '../../responsePanel/panelActions.ts';
import { saveEvents } from '../../responsePanel/saveEvents.ts';
import type { Services } from '../../services.ts';
import { copyExchangeAsHar } from '../interchange/copyAs.ts';
import { copySentAsCurl } from '../interchange/curlCommands.ts';
import { goBack, goTo } from './goTo.ts';
import { goToPlace, linesMoved, openTreeToEdit, replyTo, rootOf, writeTextPath } from '../requestDocument.ts';
import { sendRecordAgain } from '../sendRequest.ts';

/** The commands that the page of a response panel calls. Their errors are shown to the user. */
export function pageActions(services: () => Services): PanelActions {
  const reported = (work: () => unknown): void => void reportErrors(async () => work());
  const solved = new WeakSet<RunRecord>();
  const open: OpenTree = (record) => openTreeToEdit(services(), record);
  const follow = async (record: RunRecord, url: string): Promise<void> => {
    const place = await makeRequest(record, url, open);
    if (place !== undefined) await goTo(place.file, place.line, 1);
  };
  return {
    cancel: (runId) => void services().active.cancel(runId),
    sendAgain: (record) => reported(() => sendRecordAgain(services(), record)),
    copyBody: (record) => reported(() => copyBody(record)),
    copyChosen: (record) => reported(() => copyChosen(record)),
    saveBody: (record) => reported(() => saveBody(record)),
    openBody: (record) => reported(() => openBody(record, services().responseTexts)),
    fixes: (record) => reportErrors(() => offeredFixes(services(), record, solved.has(record))),
    applyFix: (record, problem, title) =>
      reportErrors(async () => {
        if ((await applyFix(services(), record, problem, title)) && problem === null) solved.add(record);
        return offeredFixes(services(), record, solved.has(record));
      }),
    compareTest: (record, test) => reported(() => compareTest(record, test, services().responseTexts)),
    openSchema: (record, test, place) => reported(() => openSchema(record, test, place)),
    copyAsCurl: (record) => reported(() => copySentAsCurl(record)),
    copyAsHar: (record) => reported(() => copyExchangeAsHar(record)),
    openOutside: (record, part) => reported(() => openOutside(record, part)),
    compare: (record) => reported(() => services().history.open().commands.compareShown(record)),
    actOnNode: (record, row, action) =>
      reported(() =>
        actOnNode(
          record,
          row,
          action,
          open,
          (url) => follow(record, url),
          (node) => makeSchema(record, node, open, (file) => rootOf(services(), file)),
        ),
      ),
    makeRequest: (record, url) => reported(() => follow(record, url)),
    reply: (record) => reported(() => replyTo(services(), record)),
    goTo: (record, place) => reported(() => goToPlace(services(), record, place)),
    linesMoved: (record) => linesMoved(services(), record),
    goBack: (record) => reported(() => goBack(record)),
    copyEvents: (record, rows) => reported(() => copyEvents(record, rows)),
    saveEvents: (record, as, rows) => reported(() => saveEvents(record, as, rows)),
    writeTextPath: (record, textPath) => writeTextPath(services(), record, textPath),
  };
}
