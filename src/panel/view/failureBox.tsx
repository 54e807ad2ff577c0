import { t } from '../../base/l10n.ts';
import type { Run } from '../model/run.ts';
import type { Panel } from '../panel.ts';
import { Icon } from './icons.tsx';
import { PlaceLink } from './placeLink.tsx';
import { TextBlock } from './text.tsx';

/** Why a run failed and what to do. A cancelled run has not failed. */
export function FailureBox({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  if (run.finished?.outcome !== 'failed') return null;
  const failure = run.finished.failure ?? { message: t('The request failed.'), hint: null, at: null };
  return (
    <section class="failure" aria-label={t('Failure')}>
      <Icon name="warning" />
      <div>
        <p class="failure-message">
          <TextBlock text={failure.message} />
        </p>
        {failure.hint !== null && (
          <p class="failure-hint">
            <TextBlock text={failure.hint} />
          </p>
        )}
        {failure.at !== null && <PlaceLink panel={panel} {...failure.at} />}
      </div>
    </section>
  );
}
