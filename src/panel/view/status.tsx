import { showSize } from '../model/measures.ts';
import { isStream, phaseOf, type Phase, type Run } from '../model/run.ts';
import { statusClass } from '../model/statusClass.ts';
import { Text } from './text.tsx';

/** The status in number, reason and class, and how far the run is. */
export function Status({ run, cancelling }: { readonly run: Run; readonly cancelling: boolean }) {
  const phase = phaseOf(run);
  const words = cancelling ? 'Cancelling…' : phaseWords(phase, run);
  const { head } = run;
  const kind = head === null ? null : statusClass(head.status);
  return (
    <>
      {head !== null && kind !== null && (
        <span class={`status tone-${kind.tone}`}>
          <span class="dot" aria-hidden="true" />
          <span class="status-code">{head.status}</span>{' '}
          <bdi class="status-reason">
            <Text text={head.statusText} />
          </bdi>{' '}
          <span class="status-class">{kind.word}</span>
        </span>
      )}
      {words !== null && <span class={`phase phase-is-${phase}`}>{words}</span>}
    </>
  );
}

function phaseWords(phase: Phase, run: Run): string | null {
  switch (phase) {
    case 'preparing':
      return 'Preparing…';
    case 'connecting':
      return 'Connecting…';
    case 'waiting':
      return run.uploading === null ? 'Waiting…' : `Sending ${showSize(run.uploading.sent)} of ${showSize(run.uploading.total)}…`;
    case 'receiving':
      return 'Receiving…';
    case 'live':
      return 'Live';
    case 'complete':
      return isStream(run) ? 'Ended' : null;
    case 'ended':
      return 'Ended';
    case 'cancelled':
      return 'Cancelled';
    case 'failed':
      return 'Failed';
  }
}
