import type { FromPanel, ToPanel } from '../../protocol/messages.ts';
import type { RunRecord } from '../record/runRecord.ts';

/** Milliseconds between two reports of how many rows are found. */
const reportTime = 100;

/** Answers what the page asks of a preview. Rows of a large table are found while others have their turns, as long as it is wanted. */
export function answerPreview(
  record: RunRecord,
  want: Extract<FromPanel, { readonly type: 'wantPreview' }>,
  post: (message: ToPanel) => void,
  isWanted: () => boolean,
): void {
  const { preview } = record;
  const { runId, part, start, count } = want;
  const tell = (from: number, most: number): boolean => {
    const piece = preview?.read(part, from, most);
    if (piece !== undefined) post({ type: 'preview', runId, part, start: from, ...piece });
    return piece?.data.kind === 'rows';
  };
  if (!tell(start, count) || start > 0) return;
  let told = performance.now();
  const scan = (): void => {
    if (!isWanted()) return;
    const isOver = preview?.scan(part) ?? true;
    if (isOver || performance.now() - told > reportTime) {
      told = performance.now();
      tell(0, 0);
    }
    if (!isOver) setImmediate(scan);
  };
  scan();
}
