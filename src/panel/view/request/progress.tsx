import { t } from '../../../base/l10n.ts';
import { amountText, paceText, shareOf } from '../../model/flow.ts';
import { isRunning, isStream, phaseOf, type Run } from '../../model/runModel.ts';

/** The progress bar below the header: determinate if the size is known. */
export function Progress({ run }: { readonly run: Run }) {
  const { flow } = run;
  if (!isRunning(run) || phaseOf(run) === 'live') return <div class="progress" aria-hidden="true" />;
  const share = flow === null || isStream(run) ? null : shareOf(flow);
  const words = flow === null ? undefined : [amountText(flow), paceText(flow)].filter((w) => w !== '').join(', ');
  return (
    <div
      class={`progress ${share === null ? '' : 'determinate'}`}
      role="progressbar"
      aria-label={flow?.direction === 'up' ? t('Sending the body') : t('Receiving the response')}
      aria-valuemin={share === null ? undefined : 0}
      aria-valuemax={share === null ? undefined : 100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      aria-valuetext={words}
    >
      {share !== null && <div class="progress-done" style={{ width: `${share * 100}%` }} />}
    </div>
  );
}
