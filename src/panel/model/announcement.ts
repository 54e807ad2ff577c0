import { showCounted, showDuration, showSize } from './measures.ts';
import { isStream, phaseOf, type Run } from './run.ts';
import { statusClass } from './statusClass.ts';

/** What a screen reader says of a run: its turns, never each event or octet. */
export function announcementOf(run: Run | null): string {
  if (run === null) return '';
  const { method, name: title } = run.started;
  // A request without a title is named by its line, method included.
  const name = title.startsWith(`${method} `) ? title : `${method} ${title}`;
  const status = run.head === null ? '' : `${run.head.status} ${run.head.statusText}, ${statusClass(run.head.status).word}`;
  const head = join([status, run.insecure ? 'Not secure' : '']);
  const { finished } = run;
  switch (phaseOf(run)) {
    case 'preparing':
    case 'connecting':
    case 'waiting':
      return `Sending ${name}`;
    case 'receiving':
      return head;
    case 'live':
      return `${head}. Stream is live${run.eventsTotal === 0 ? '' : ', the first event has come'}`;
    case 'cancelled':
      return join([head, 'Cancelled', isStream(run) ? showCounted(run.eventsTotal, 'event') : '']);
    case 'failed':
      return join(['Failed', finished?.failure?.message ?? '', finished?.failure?.hint ?? '']);
    case 'complete':
    case 'ended': {
      const time = finished === null ? '' : showDuration(finished.timings.total);
      if (isStream(run)) return join([head, 'Stream ended', showCounted(run.eventsTotal, 'event'), time]);
      return join([head, time, finished === null ? '' : showSize(finished.sizes.bodyDecoded), testWords(run)]);
    }
  }
}

function testWords(run: Run): string {
  const failed = run.tests.filter((t) => !t.passed).length;
  if (run.tests.length === 0) return '';
  return failed === 0 ? `${showCounted(run.tests.length, 'test')} passed` : `${failed} of ${showCounted(run.tests.length, 'test')} failed`;
}

function join(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ');
}
