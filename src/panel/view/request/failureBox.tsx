import { t } from '../../../base/l10n.ts';
import type { ReceivedExcerpt } from '../../../base/reqError.ts';
import type { Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { Icon } from '../controls/icons.tsx';
import { PlaceLink } from '../controls/placeLink.tsx';
import { TextBlock } from '../controls/text.tsx';

/** The failure of a run, with a hint. A cancelled run has not failed. */
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
        {failure.came !== undefined && <Excerpt came={failure.came} />}
      </div>
    </section>
  );
}

/** The excerpt of an invalid response, with the invalid character marked. */
function Excerpt({ came: { text, wrongAt = text.length } }: { readonly came: ReceivedExcerpt }) {
  // Marks CRLF as a whole, since a single line break would be invisible.
  const wrong = /^(?:\r\n|[^]?)/u.exec(text.slice(wrongAt))?.[0] ?? '';
  return (
    <div class="failure-came">
      <p id="failure-came">{t('Received:')}</p>
      <pre role="group" aria-labelledby="failure-came" tabIndex={0}>
        <TextBlock text={text.slice(0, wrongAt)} />
        {wrong !== '' && (
          <mark title={t('Invalid')}>
            <TextBlock text={wrong} />
          </mark>
        )}
        <TextBlock text={text.slice(wrongAt + wrong.length)} />
      </pre>
    </div>
  );
}
