import { t } from '../../../base/l10n.ts';
import { showSize } from '../../model/text/textMeasures.ts';
import type { Phase, Run } from '../../model/runModel.ts';
import { statusClass, statusTone } from '../../model/statusClass.ts';
import { Text } from '../controls/text.tsx';

interface StatusProps extends Pick<Run, 'head' | 'uploading'> {
  readonly phase: Phase;
  readonly isStream: boolean;
  readonly cancelling: boolean;
}

export function Status({ head, uploading, phase, isStream, cancelling }: StatusProps) {
  const words = cancelling ? t('Cancelling…') : phaseWords(phase, uploading, isStream);
  const kind = head === null ? null : statusClass(head.status);
  return (
    <>
      {head !== null && kind !== null && (
        <span class={`status tone-${statusTone(head.status, phase)}`}>
          <span class="dot" aria-hidden="true" />
          <span class="status-code">{head.status}</span>{' '}
          <bdi class="status-reason">
            <Text text={head.statusText} />
          </bdi>
          {/* "Successful" would contradict that it was cancelled. */}
          {phase !== 'cancelled' && phase !== 'failed' && (
            <>
              {' '}
              <span class="status-class">{kind.word}</span>
            </>
          )}
        </span>
      )}
      {words !== null && <span class={`phase phase-is-${phase}`}>{words}</span>}
    </>
  );
}

function phaseWords(phase: Phase, uploading: Run['uploading'], isStream: boolean): string | null {
  switch (phase) {
    case 'asking':
      return t('Waiting for your input…');
    case 'preparing':
      return t('Preparing…');
    case 'connecting':
      return t('Connecting…');
    case 'waiting':
      return uploading === null ? t('Waiting…') : t('Sending {0} of {1}…', showSize(uploading.sent), showSize(uploading.total));
    case 'receiving':
      return t('Receiving…');
    case 'live':
      return t('Live');
    case 'checking':
      return t('Running scripts…');
    case 'complete':
      return isStream ? t('Ended') : null;
    case 'ended':
      return t('Ended');
    case 'cancelled':
      return t('Cancelled');
    case 'failed':
      return t('Failed');
  }
}
