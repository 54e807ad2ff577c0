import { t } from '../../../base/l10n.ts';
import type { ReceivedExcerpt } from '../../../base/reqError.ts';
import type { Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { Icon } from '../controls/icons.tsx';
import { PlaceLink } from '../controls/placeLink.tsx';
import { TextBlock } from '../controls/text.tsx';

/** Why a run failed and what to do. A cancelled run has not failed. */
export function FailureBox({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  if (run.finished?.outcome !== 'failed') return null;
  const failure = run.finished.failure ?? { message: t('The request failed.'), hint: null, at: null, came: undefined };
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
        {failure.came !== undefined && <WhatCame came={failure.came} />}
      </div>
    </section>
  );
}

/** What came of an answer that cannot be read, the character that is wrong marked. */
function WhatCame({ came: { text, wrongAt = text.length } }: { readonly came: ReceivedExcerpt }) {
  // A line break would not be seen.
  const wrong = /^(?:\r\n|[^]?)/u.exec(text.slice(wrongAt))?.[0] ?? '';
  return (
    <div class="failure-came">
      <p id="failure-came">{t('What came:')}</p>
      <pre role="group" aria-labelledby="failure-came" tabIndex={0}>
        <TextBlock text={text.slice(0, wrongAt)} />
        {wrong !== '' && (
          <mark title={t('This is wrong')}>
            <TextBlock text={wrong} />
          </mark>
        )}
        <TextBlock text={text.slice(wrongAt + wrong.length)} />
      </pre>
    </div>
  );
}
