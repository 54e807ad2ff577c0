import { useEffect, useState } from 'preact/hooks';
import { counted, showCount, t } from '../../../base/l10n.ts';
import type { StreamRow } from '../../../protocol/streamMessages.ts';
import { showDuration, showOffset } from '../../model/text/textMeasures.ts';
import type { Panel } from '../../panel.ts';
import { CopyButton, IconButton } from '../controls/button.tsx';
import { closeOnEscape } from '../controls/closeOnEscape.ts';
import { Coloured } from '../bodyTab/lineRows.tsx';
import { ModeBar } from '../bodyTab/modeBar.tsx';
import { Fact } from '../controls/fact.tsx';
import { Text } from '../controls/text.tsx';
import { VirtualRows } from '../controls/virtualRows.tsx';

/** Lines requested beyond the visible ones. */
const ahead = 60;

export function EventDetail({
  panel,
  row,
  runId,
}: {
  readonly panel: Panel;
  readonly row: StreamRow | null | undefined;
  readonly runId: string;
}) {
  const [mode, setMode] = useState<'pretty' | 'raw'>('pretty');
  const close = (): void => {
    panel.stores.eventsView.look = { ...panel.stores.eventsView.look, detail: false };
    // What has the focus disappears with the details.
    document.querySelector<HTMLElement>('.event-table')?.focus();
  };
  if (row?.kind !== 'event')
    return (
      <section class="detail" aria-label={t('Detail')} onKeyDown={closeOnEscape(close)}>
        <div class="bar">
          <span class="bar-fact">{row?.kind === 'comment' ? <Text text={row.text} /> : t('Choose an event to see all of it.')}</span>
          <span class="bar-space" />
          <IconButton icon="cross" label={t('Close the details')} onClick={close} />
        </div>
      </section>
    );
  const { event } = row;
  const isJson = /^\s*[[{]/.test(event.data);
  const shown = isJson ? mode : 'raw';
  return (
    <section class="detail" aria-label={t('Details of event {0}', showCount(event.index + 1))} onKeyDown={closeOnEscape(close)}>
      <div class="bar">
        {isJson && <ModeBar modes={['pretty', 'raw']} mode={mode} onChoose={(chosen) => setMode(chosen === 'raw' ? 'raw' : 'pretty')} />}
        <span class="bar-space" />
        <CopyButton label={t('Copy the data')} onCopy={() => panel.send({ type: 'copyEvent', runId, index: event.index, as: 'data' })} />
        <CopyButton
          icon="open"
          label={t('Copy the event as a line of JSON')}
          onCopy={() => panel.send({ type: 'copyEvent', runId, index: event.index, as: 'json' })}
        />
        <IconButton icon="cross" label={t('Close the details')} onClick={close} />
      </div>
      <dl class="event-fields">
        <Fact name="event" value={event.event} />
        {event.id !== '' && <Fact name="id" value={event.id} />}
        {event.retry !== null && <Fact name="retry" value={`${showCount(event.retry)} ms`} />}
        <Fact name={t('number')} value={showCount(event.index + 1)} />
        <Fact name={t('at')} value={showOffset(event.at)} />
        {event.delta !== null && <Fact name="Δ" value={showDuration(event.delta)} />}
        <Fact name="data" value={counted(event.size, '{0} character', '{0} characters')} />
        {!event.complete && <Fact name="" value={t('incomplete')} />}
      </dl>
      <DetailLines key={`${event.index} ${shown}`} panel={panel} index={event.index} mode={shown} isJson={isJson} />
    </section>
  );
}

interface LinesProps {
  readonly panel: Panel;
  readonly index: number;
  readonly mode: 'pretty' | 'raw';
  readonly isJson: boolean;
}

function DetailLines({ panel, index, mode, isJson }: LinesProps) {
  void panel.frame.value;
  const { store, list } = panel.stores.eventLines(index);
  const total = store.total(mode);
  useEffect(() => panel.stores.wantEventLines(index, mode, 0, 0), [panel, index, mode, total]);
  return (
    <VirtualRows
      list={list}
      count={total ?? 0}
      uneven
      class="lines wrapped detail-lines"
      box={{ role: 'region', 'aria-label': t('Data of the event'), tabIndex: 0 }}
      onRange={(first, last) => panel.stores.wantEventLines(index, mode, Math.max(0, first - ahead), last + ahead)}
      row={(line) => (
        <div class="row line" key={line}>
          <span class="line-text">
            <Coloured text={store.get(mode, line) ?? ''} view={isJson ? 'json' : 'text'} />
          </span>
        </div>
      )}
    />
  );
}
