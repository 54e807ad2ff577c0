import { counted, t } from '../../base/l10n.ts';
import { showDuration, showSize } from './text/textMeasures.ts';
import { isStream, phaseOf, type Run } from './runModel.ts';
import { statusClass } from './statusClass.ts';

/** The text for screen readers: changes of the run's phase, never single events or bytes. */
export function announcementOf(run: Run | null): string {
  if (run === null) return '';
  const { method, name: title } = run.started;
  // The name of a request without a title is its request line, including the method.
  const name = title.startsWith(`${method} `) ? title : `${method} ${title}`;
  const status = run.head === null ? '' : `${run.head.status} ${run.head.statusText}, ${statusClass(run.head.status).word}`;
  const head = join([status, run.insecure ? t('Not secure') : '']);
  const events = counted(run.eventsTotal, '{0} event', '{0} events');
  const { finished } = run;
  switch (phaseOf(run)) {
    case 'asking':
      return t('Waiting for your input…');
    case 'preparing':
    case 'connecting':
    case 'waiting':
      return t('Sending {0}', name);
    case 'receiving':
    case 'checking':
      return head;
    case 'live':
      return join([head, run.eventsTotal === 0 ? t('Stream is live') : t('Stream is live, first event received')]);
    case 'cancelled':
      return join([head, t('Cancelled'), isStream(run) ? events : '']);
    case 'failed':
      return join([t('Failed'), finished?.failure?.message ?? '', finished?.failure?.hint ?? '']);
    case 'complete':
    case 'ended': {
      const time = finished === null ? '' : showDuration(finished.timings.total);
      if (isStream(run)) return join([head, t('Stream ended'), events, time]);
      return join([head, time, finished === null ? '' : showSize(finished.sizes.bodyDecoded), testWords(run)]);
    }
  }
}

function testWords(run: Run): string {
  const failed = run.tests.filter((test) => !test.passed).length;
  if (run.tests.length === 0) return '';
  return failed === 0
    ? counted(run.tests.length, '{0} test passed', '{0} tests passed')
    : counted(run.tests.length, '{1} of {0} test failed', '{1} of {0} tests failed', failed);
}

function join(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ');
}
