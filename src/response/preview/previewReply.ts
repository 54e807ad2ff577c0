import type { FromPanel, ToPanel } from '../../protocol/messages.ts';
import type { RunRecord } from '../record/runRecord.ts';

/** Milliseconds between progress reports. */
const reportTime = 100;

/**
 * Replies to a preview request. For a large table, continues to find rows in the background while it is needed.
 * @param isWanted whether the preview is still shown
 */
export function answerPreview(
  record: RunRecord,
  want: Extract<FromPanel, { readonly type: 'wantPreview' }>,
  post: (message: ToPanel) => void,
  isWanted: () => boolean,
): void {
  const { preview } = record;
  const { runId, part, start, count } = want;
  const postPiece = (from: number, most: number): boolean => {
    const piece = preview?.read(part, from, most);
    if (piece !== undefined) post({ type: 'preview', runId, part, start: from, ...piece });
    return piece?.data.kind === 'rows';
  };
  if (!postPiece(start, count) || start > 0) return;
  let lastReport = performance.now();
  const scan = (): void => {
    if (!isWanted()) return;
    const isOver = preview?.scan(part) ?? true;
    if (isOver || performance.now() - lastReport > reportTime) {
      lastReport = performance.now();
      postPiece(0, 0);
    }
    if (!isOver) setImmediate(scan);
  };
  scan();
}
