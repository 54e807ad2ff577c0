import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, showCount, t } from '../../base/l10n.ts';
import type { RowState, RunSnapshot } from '../../protocol/runMessages.ts';
import { showDuration, showElapsed } from '../model/text/textMeasures.ts';
import { Icon } from '../view/controls/icons.tsx';
import { Text } from '../view/controls/text.tsx';
import { doneOf, outcomeOf, rowAtKey, stateWord } from './summaryRows.ts';
import { RunRowView } from './runRow.tsx';
import type { RunPage } from './runPage.ts';

/** Maximum rendered rows; beyond that, the user filters. */
const mostDrawn = 2000;

const columnsOf = () =>
  [
    ['state', t('State')],
    ['request', t('Request')],
    ['status', t('Status')],
    ['tests', t('Tests')],
    ['time', t('Time')],
  ] as const;

export function RunView({ page }: { readonly page: RunPage }) {
  const run = page.run.value;
  if (run === null) return <p class="calm">{t('Run a file or a folder to see its summary here.')}</p>;
  return (
    <div class="panel run-page">
      <Head page={page} run={run} />
      <Rows page={page} run={run} />
    </div>
  );
}

function Head({ page, run }: { readonly page: RunPage; readonly run: RunSnapshot }) {
  const counts = page.counts.value;
  const total = run.rows.length;
  const done = doneOf(counts);
  const isRunning = run.state === 'running';
  const { ended, text: outcome } = outcomeOf(counts, run.state);
  return (
    <header class="run-head">
      <div class="run-line">
        <h1 class="run-title">
          <Text text={run.title} />
        </h1>
        {run.files > 0 && !run.isPart && <span class="fact">{counted(run.files, '{0} file', '{0} files')}</span>}
        {run.isPart && <span class="fact">{t('Failed only')}</span>}
        {run.environment !== null && (
          <span class="fact" title={t('Environment')}>
            <Text text={run.environment} />
          </span>
        )}
        <span class="run-actions">
          {isRunning ? (
            <button type="button" class="button cancel" onClick={() => page.send({ type: 'stop' })}>
              <Icon name="stop" />
              {t('Cancel')}
            </button>
          ) : (
            <>
              {counts.failed > 0 && (
                <button type="button" class="button secondary" onClick={() => page.send({ type: 'again', only: 'failed' })}>
                  <Icon name="again" />
                  {t('Rerun failed')}
                </button>
              )}
              <button type="button" class="button secondary" onClick={() => page.send({ type: 'again', only: 'all' })}>
                <Icon name="again" />
                {run.isPart ? t('Run all again') : t('Run again')}
              </button>
            </>
          )}
        </span>
      </div>
      <div class="run-line" role="status">
        <span class={`run-outcome ${ended === undefined ? '' : `is-${ended}`}`}>{outcome}</span>
        <Elapsed run={run} />
      </div>
      <progress
        class={`run-progress ${counts.failed > 0 ? 'has-failed' : ''}`}
        max={Math.max(1, total)}
        value={done}
        aria-label={t('Completed requests')}
      />
      <div class="bar run-bar">
        <div class="segments" role="group" aria-label={t('Show only')}>
          {(['failed', 'passed', 'skipped', 'cancelled'] as const).map(
            (state) =>
              (counts[state] > 0 || page.filter.value.only === state) && (
                <Only key={state} page={page} state={state} count={counts[state]} />
              ),
          )}
        </div>
        <input
          type="search"
          class="run-filter"
          placeholder={t('Filter')}
          aria-label={t('Filter requests')}
          spellcheck={false}
          value={page.filter.value.text}
          onInput={(event) => (page.filter.value = { ...page.filter.value, text: event.currentTarget.value })}
        />
      </div>
    </header>
  );
}

function Only({ page, state, count }: { readonly page: RunPage; readonly state: RowState; readonly count: number }) {
  return (
    <button type="button" class="segment" aria-pressed={page.filter.value.only === state} onClick={() => page.choose(state)}>
      {stateWord(state)} <span class="segment-count">{showCount(count)}</span>
    </button>
  );
}

/** Updates between messages, so that the time continues while a request hangs. */
function Elapsed({ run }: { readonly run: RunSnapshot }) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    setAt(0);
    if (run.state !== 'running') return;
    const began = performance.now();
    const timer = setInterval(() => setAt(performance.now() - began), 200);
    return () => clearInterval(timer);
  }, [run]);
  return (
    <span class="dim" aria-hidden={run.state === 'running'}>
      {run.state === 'running' ? showElapsed(run.elapsedMs + at) : showDuration(run.elapsedMs)}
    </span>
  );
}

function Rows({ page, run }: { readonly page: RunPage; readonly run: RunSnapshot }) {
  const shown = page.shown.value;
  const drawn = shown.slice(0, mostDrawn);
  const [at, setAt] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const current = Math.min(at, Math.max(0, drawn.length - 1));
  const focus = (to: number): void => {
    setAt(to);
    const row = body.current?.rows[to];
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div class="scroll run-scroll">
      <table class="run-rows" role="grid" aria-label={t('Requests')} aria-rowcount={shown.length}>
        <thead>
          <tr>
            {columnsOf().map(([name, title]) => (
              <th key={name} scope="col" class={`run-${name}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          onKeyDown={(event) => {
            const to = rowAtKey(event.key, current, drawn.length);
            if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            focus(to);
          }}
        >
          {drawn.map((index, place) => {
            const row = run.rows[index];
            return (
              row !== undefined && (
                <RunRowView key={index} page={page} row={row} index={index} place={place} isCurrent={place === current} onFocus={setAt} />
              )
            );
          })}
        </tbody>
      </table>
      {drawn.length < shown.length && <p class="calm">{t('{0} more: filter to see them.', showCount(shown.length - drawn.length))}</p>}
      {shown.length === 0 && run.rows.length > 0 && <p class="calm">{t('No requests match the filter.')}</p>}
    </div>
  );
}
