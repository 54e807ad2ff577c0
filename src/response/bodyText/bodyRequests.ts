import type { BodyFromPanel } from '../../protocol/bodyMessages.ts';
import type { FromPanel, ToPanel } from '../../protocol/messages.ts';
import type { NodeAction } from '../../protocol/bodyRows.ts';
import type { RunRecord } from '../record/runRecord.ts';

type FromPage = BodyFromPanel | Extract<FromPanel, { type: 'wantLines' }>;

export async function answerBody(
  record: RunRecord,
  message: FromPage,
  post: (message: ToPanel) => void,
  actOnNode: (record: RunRecord, row: number, action: NodeAction) => void,
): Promise<void> {
  const { body, text, id: runId } = record;
  if (body === undefined) return;
  if (message.type === 'wantLines') {
    const { mode, start, count } = message;
    if (text !== undefined && (mode === 'pretty' || mode === 'raw'))
      post({ type: 'rows', runId, mode, ...(await text.rows(mode, start, count)) });
    else post({ type: 'lines', runId, mode, start, total: body.count(mode), lines: body.lines(mode, start, count) });
    return;
  }
  if (text === undefined) return;
  switch (message.type) {
    case 'fold': {
      const { row, folded, start, count } = message;
      await text.fold(row, folded);
      return post({ type: 'rows', runId, mode: 'pretty', ...(await text.rows('pretty', start, count)) });
    }
    case 'foldLevel':
      await text.foldLevel(message.level);
      return post({ type: 'rows', runId, mode: 'pretty', ...(await text.rows('pretty', 0, 200)) });
    case 'find': {
      const { searchId, mode, text: wanted, regex, matchCase } = message;
      return text.find(searchId, { text: wanted, regex, matchCase }, mode);
    }
    case 'wantMarks': {
      const { searchId, mode, start, count } = message;
      return post({ type: 'marks', runId, searchId, start, count, marks: await text.marks(mode, start, count) });
    }
    case 'wantMatch': {
      const { searchId, nth, row } = message;
      const found = await text.match(nth, row);
      if (found !== null) post({ type: 'match', runId, searchId, ...found });
      return;
    }
    case 'filter': {
      const filtered = await text.filter(message.filterId, message.path);
      const { revision } = await text.rows('pretty', 0, 0);
      return post({ type: 'filtered', runId, ...filtered, revision });
    }
    case 'goToPath': {
      const found = await text.goToPath(message.path);
      if (found !== null) post({ type: 'wentTo', runId, ...found });
      return;
    }
    case 'nodeAction':
      return actOnNode(record, message.row, message.action);
  }
}
