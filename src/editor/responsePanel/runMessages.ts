import type { FromPanel, ToPanel } from '../../protocol/messages.ts';
import { answerBody } from '../../response/bodyText/bodyRequests.ts';
import { answerPreview } from '../../response/preview/previewReply.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StreamPort } from '../../response/stream/streamPort.ts';
import { quietly } from '../log/log.ts';
import { copyBytes } from './copyBytes.ts';
import type { PanelActions } from './panelActions.ts';
import type { PanelFrames } from './panelFrames.ts';

/** The page that shows a run. */
interface ShownPage {
  readonly post: (message: ToPanel) => void;
  /** Whether the page still shows the run. */
  readonly isShown: () => boolean;
  readonly stream: StreamPort | undefined;
  readonly frames: PanelFrames;
}

/** A message of the page about its run. */
type RunMessage = Exclude<Extract<FromPanel, { readonly runId: string }>, { readonly type: 'cancel' }>;

/** Handles a message of the page about its run, and replies. */
export function receiveOfRun(
  message: RunMessage,
  record: RunRecord,
  actions: PanelActions,
  { post, isShown, stream, frames }: ShownPage,
): void {
  const showFixes = (fixes: Promise<ToPanel | undefined>): void => void fixes.then((found) => found && isShown() && post(found));
  switch (message.type) {
    case 'sendAgain':
      return actions.sendAgain(record);
    case 'copyBody':
      return actions.copyBody(record);
    case 'copyChosen':
      return actions.copyChosen(record);
    case 'saveBody':
      return actions.saveBody(record);
    case 'wantFixes':
      return showFixes(actions.fixes(record));
    case 'applyFix':
      return showFixes(actions.applyFix(record, message.problem, message.title));
    case 'compareTest':
      return actions.compareTest(record, message.test);
    case 'openSchema':
      return actions.openSchema(record, message.test, message.place);
    case 'copyAsCurl':
      return actions.copyAsCurl(record);
    case 'copyAsHar':
      return actions.copyAsHar(record);
    case 'wantBytes':
      return void record.bytesSent().then((sent) => sent && post({ type: 'bytes', runId: record.id, ...sent }));
    case 'openBody':
      return actions.openBody(record);
    case 'copyBytes':
      return void copyBytes(record, message);
    case 'openOutside':
      return actions.openOutside(record, message.part);
    case 'makeRequest':
      return actions.makeRequest(record, message.url);
    case 'reply':
      return actions.reply(record);
    case 'compare':
      return actions.compare(record);
    case 'wantPreview':
      return answerPreview(record, message, post, isShown);
    case 'showNewest':
      return frames.showNewest(message.count);
    default:
      return stream?.receive(message);
    case 'wantLines':
    case 'fold':
    case 'foldLevel':
    case 'find':
    case 'wantMarks':
    case 'wantMatch':
    case 'filter':
    case 'goToPath':
    case 'nodeAction':
      if (record.body === undefined && message.type === 'wantLines' && message.mode === 'hex')
        return stream?.bytes(message.start, message.count);
      void quietly('the body', () => answerBody(record, message, post, actions.actOnNode));
  }
}
