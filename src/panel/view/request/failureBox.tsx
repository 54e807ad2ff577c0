import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { ReceivedExcerpt } from '../../../base/reqError.ts';
import type { Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { Icon } from '../controls/icons.tsx';
import { PlaceLink } from '../controls/placeLink.tsx';
import { Prose, TextBlock } from '../controls/text.tsx';

interface Props {
  readonly panel: Panel;
  readonly run: Run;
}

/** Titles of the actions that were chosen, by the index of their problem; null for the failure as a whole. */
type Chosen = ReadonlyMap<number | null, string>;

/** The failure of a run, with a hint, links to its problems and actions. A cancelled run has not failed. */
export const FailureBox = ({ panel, run }: Props) =>
  run.finished?.outcome === 'failed' ? <FailureCard key={run.started.runId} panel={panel} run={run} /> : null;

function FailureCard({ panel, run }: Props) {
  const { runId } = run.started;
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const card = useRef<HTMLElement>(null);
  useEffect(() => panel.send({ type: 'wantFixes', runId }), [panel, runId]);
  // The button with the focus is gone after its action: go on with the next, unless the editor has the focus now.
  useLayoutEffect(() => {
    if (chosen.size > 0 && document.hasFocus() && document.activeElement === document.body)
      card.current?.querySelector<HTMLElement>('.failure-fixes button')?.focus();
  }, [run.fixes, chosen]);
  const apply = (problem: number | null, title: string): void => {
    setChosen(new Map(chosen).set(problem, title));
    panel.send({ type: 'applyFix', runId, problem, title });
  };
  const failure = run.finished?.failure ?? {
    message: t('The request failed.'),
    hint: null,
    at: null,
    received: undefined,
    problems: undefined,
  };
  const { problems = [] } = failure;
  return (
    <section ref={card} class={run.head === null ? 'failure alone' : 'failure'} aria-label={t('Failure')}>
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
                <Fixes run={run} problem={i} chosen={chosen} onChoose={apply} />
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
        <Fixes run={run} problem={null} chosen={chosen} onChoose={apply} />
        {chosen.size > 0 && run.fixes.length === 0 && (
          <div class="failure-fixes">
            <button type="button" class="button small" onClick={() => panel.send({ type: 'sendAgain', runId })}>
              {t('Send again')}
            </button>
          </div>
        )}
        {failure.received !== undefined && <Excerpt received={failure.received} />}
      </div>
    </section>
  );
}

interface FixesProps extends Pick<Props, 'run'> {
  readonly problem: number | null;
  readonly chosen: Chosen;
  readonly onChoose: (problem: number | null, title: string) => void;
}

/** The actions for one problem, or for the failure as a whole (null). If none remains, the chosen one. */
function Fixes({ run, problem, chosen, onChoose }: FixesProps) {
  const fixes = run.fixes.filter((fix) => fix.problem === problem);
  const done = chosen.get(problem);
  if (fixes.length === 0)
    return done === undefined ? null : (
      <p class="failure-done" role="status">
        <Icon name="check" /> <TextBlock text={done} />
      </p>
    );
  return (
    <div class="failure-fixes" role="group" aria-label={t('Fixes')}>
      {fixes.map(({ title }) => (
        <button type="button" class="button secondary small" key={title} onClick={() => onChoose(problem, title)}>
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
