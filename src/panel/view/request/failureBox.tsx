import { useEffect } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { ReceivedExcerpt } from '../../../base/reqError.ts';
import type { Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { Icon } from '../controls/icons.tsx';
import { PlaceLink } from '../controls/placeLink.tsx';
import { Prose, TextBlock } from '../controls/text.tsx';

/** The failure of a run, with a hint, links to its problems and actions. A cancelled run has not failed. */
export function FailureBox({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  const { runId } = run.started;
  const hasFailed = run.finished?.outcome === 'failed';
  useEffect(() => {
    if (hasFailed) panel.send({ type: 'wantFixes', runId });
  }, [panel, hasFailed, runId]);
  if (run.finished?.outcome !== 'failed') return null;
  const failure = run.finished.failure ?? {
    message: t('The request failed.'),
    hint: null,
    at: null,
    received: undefined,
    problems: undefined,
  };
  const { problems = [] } = failure;
  return (
    <section class={run.head === null ? 'failure alone' : 'failure'} aria-label={t('Failure')}>
      <Icon name="warning" />
      <div>
        <p class="failure-message">
          <Prose text={problems.length === 0 ? failure.message : (failure.message.split('\n')[0] ?? '')} />
        </p>
        {problems.length > 0 && (
          <ul class="failure-problems">
            {problems.map(({ message, at }, i) => (
              <li key={i}>
                <Prose text={message} /> <PlaceLink panel={panel} {...at} />
                <Fixes panel={panel} run={run} problem={i} />
              </li>
            ))}
          </ul>
        )}
        {failure.hint !== null && (
          <p class="failure-hint">
            <Prose text={failure.hint} />
          </p>
        )}
        {failure.at !== null && problems.length === 0 && <PlaceLink panel={panel} {...failure.at} />}
        <Fixes panel={panel} run={run} problem={null} />
        {failure.received !== undefined && <Excerpt received={failure.received} />}
      </div>
    </section>
  );
}

/** The actions for one problem, or for the failure as a whole (null). */
function Fixes({ panel, run, problem }: { readonly panel: Panel; readonly run: Run; readonly problem: number | null }) {
  const fixes = run.fixes.filter((fix) => fix.problem === problem);
  if (fixes.length === 0) return null;
  const { runId } = run.started;
  return (
    <div class="failure-fixes" role="group" aria-label={t('Fixes')}>
      {fixes.map(({ title }) => (
        <button
          type="button"
          class="button secondary small"
          key={title}
          onClick={() => panel.send({ type: 'applyFix', runId, problem, title })}
        >
          <TextBlock text={title} />
        </button>
      ))}
    </div>
  );
}

function Excerpt({ received: { text, wrongAt = text.length } }: { readonly received: ReceivedExcerpt }) {
  // Marks CRLF as a whole, since a single line break would be invisible.
  const wrong = /^(?:\r\n|[^]?)/u.exec(text.slice(wrongAt))?.[0] ?? '';
  return (
    <div class="failure-received">
      <p id="failure-received">{t('Received:')}</p>
      <pre role="group" aria-labelledby="failure-received" tabIndex={0}>
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
