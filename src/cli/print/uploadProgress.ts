import type { RunEvent } from '../../runner/index.ts';
import type { Sink } from '../output/output.ts';
import { shownSize } from './printMeasures.ts';

/** Moves to the start of the line and clears it. */
const clear = '\r\u001b[2K';

/** A terminal line with the progress of an upload, cleared at the next event. */
export function uploadProgress(err: Sink): (e: RunEvent) => void {
  let shown = false;
  return (e) => {
    if (e.kind === 'uploading' && err.isTty) {
      const percent = Math.floor((e.sent / e.total) * 100);
      err.raw(clear);
      err.write(err.style('dim', `sending ${shownSize(e.sent)} of ${shownSize(e.total)}, ${percent} %`));
      shown = true;
    } else if (shown) {
      err.raw(clear);
      shown = false;
    }
  };
}
