import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatJson } from '../../../base/json/jsonFormat.ts';
import { counted, showCount, t } from '../../../base/l10n.ts';
import type { PanelEvent, StreamRow } from '../../../protocol/streamMessages.ts';
import { showDuration, showOffset } from '../../model/text/textMeasures.ts';
import type { Panel } from '../../panel.ts';
import { CopyButton } from '../controls/button.tsx';
import { Icon } from '../controls/icons.tsx';
import { Coloured, colouredText } from '../bodyTab/lineRows.tsx';
import { shownText, Text } from '../controls/text.tsx';

/**
 * UTF-16 units of data shown in one line, and unfolded; Copy copies all. Lines of formatted data have their own limit.
 */
const lineLength = 300;
const shownLength = 50_000;
const shownLines = 2000;

export const eventRowId = (row: number): string => `event-${row}`;

interface RowProps {
  readonly panel: Panel;
  readonly index: number;
  /** Null if it is no longer kept, undefined until it arrives. */
  readonly row: StreamRow | null | undefined;
  readonly runId: string;
  /** Start of the run in milliseconds since 1970. */
  readonly time: number;
  /** Why the stream was reconnected before this event. */
  readonly seam: string | undefined;
}

export function EventRow({ panel, index, row, runId, time, seam }: RowProps) {
  const { eventsView: view, events } = panel.stores;
  const event = row?.kind === 'event' ? row.event : null;
  const unfolded = event !== null && view.isUnfolded(event.index);
  const isActive = view.active === index;
  const unfold = () => (event === null ? view.choose(index, events.total) : view.toggle(index, event.index, events.total));
  const kind = row?.kind === 'comment' ? 'comment' : 'event';
  return (
    <div
      class={`row ${kind} ${unfolded ? 'unfolded' : ''} ${isActive ? 'active' : ''} ${event?.isGap === true ? 'after-gap' : ''}`}
      role="presentation"
    >
      {seam !== undefined && (
        <p class="seam">
          <Text text={seam} />
        </p>
      )}
      <div
        class="event-line"
        role="row"
        id={eventRowId(index)}
        aria-rowindex={index + 2}
        aria-level={1}
        aria-expanded={event === null ? undefined : unfolded}
        aria-selected={isActive}
        onClick={() => (view.look.detail ? view.choose(index, events.total) : unfold())}
      >
        <span
          class="event-fold"
          role="presentation"
          onClick={(click) => {
            click.stopPropagation();
            unfold();
          }}
        >
          {event !== null && <Icon name="right" />}
        </span>
        {event !== null ? (
          <Cells event={event} at={timeOf(event.at, time, view.look.clock)} marks={row?.marks ?? []} />
        ) : row?.kind === 'comment' ? (
          <CommentCells at={timeOf(row.at, time, view.look.clock)} text={row.text} marks={row.marks} />
        ) : (
          <span class="event-none" role="gridcell">
            {row === null ? t('Event {0} is no longer available', showCount(index)) : '…'}
          </span>
        )}
      </div>
      {unfolded && event !== null && <Unfolded key={event.index} panel={panel} event={event} runId={runId} />}
    </div>
  );
}

function Cells({ event, at, marks }: { readonly event: PanelEvent; readonly at: string; readonly marks: readonly number[] }) {
  const { data, delta } = event;
  const lineEnd = data.search(/[\r\n]/);
  const end = Math.min(lineEnd < 0 ? data.length : lineEnd, lineLength);
  const line = data.slice(0, end);
  const gap = event.isGap ? t('No data for {0} before this event', showDuration(delta ?? 0)) : undefined;
  return (
    <>
      <span class="event-time" role="gridcell">
        {at}
      </span>
      <span class="event-delta" role="gridcell" title={gap} aria-label={gap}>
        {delta === null ? '' : showDuration(delta)}
      </span>
      <span class={event.event === 'message' ? 'event-type dim' : 'event-type'} role="gridcell">
        {shownText(event.event)}
      </span>
      <span class="event-id" role="gridcell">
        {shownText(event.id)}
      </span>
      {event.text !== undefined && (
        <span class="event-text" role="gridcell">
          {shownText(event.text.replaceAll(/\r?\n/g, '⏎'))}
        </span>
      )}
      <span class="event-data" role="gridcell">
        {!event.complete && <span class="incomplete">{t('incomplete')}</span>}
        {lineOf(line, marks)}
        {end < event.size && <span class="dim"> …</span>}
      </span>
    </>
  );
}

function CommentCells({ at, text, marks }: { readonly at: string; readonly text: string; readonly marks: readonly number[] }) {
  return (
    <>
      <span class="event-time" role="gridcell">
        {at}
      </span>
      <span class="event-comment" role="gridcell" aria-label={t('Comment: {0}', text.slice(0, lineLength))}>
        : {lineOf(text.slice(0, lineLength), marks)}
      </span>
    </>
  );
}

/**
 * A line of data with syntax colors and search matches.
 * @param marks start and end offsets, flattened
 */
function lineOf(text: string, marks: readonly number[]): ComponentChildren {
  const places = marks.flatMap((start, i) => (i % 2 === 0 ? [{ start, end: marks[i + 1] ?? text.length }] : []));
  return colouredText(text, looksLikeJson(text) ? 'json' : 'text', places, null);
}

function Unfolded({ panel, event, runId }: { readonly panel: Panel; readonly event: PanelEvent; readonly runId: string }) {
  const { data, size } = event;
  const isWhole = data.length === size;
  const formatted = useMemo(() => (isWhole ? formatJson(data) : data), [data, isWhole]);
  const json = formatted !== data || looksLikeJson(data);
  const lines = formatted
    .slice(0, shownLength)
    .split(/\r\n|\r|\n/)
    .slice(0, shownLines);
  return (
    <div class="event-detail" role="row">
      <div class="event-detail-cell" role="gridcell">
        <dl class="event-fields">
          <dt>event</dt>
          <dd>
            <Text text={event.event} />
          </dd>
          {event.id !== '' && (
            <>
              <dt>id</dt>
              <dd>
                <Text text={event.id} />
              </dd>
            </>
          )}
          {event.retry !== null && (
            <>
              <dt>retry</dt>
              <dd>{showCount(event.retry)} ms</dd>
            </>
          )}
          <dt>data</dt>
          <dd>{counted(size, '{0} character', '{0} characters')}</dd>
        </dl>
        <CopyButton label={t('Copy the data')} onCopy={() => panel.send({ type: 'copyEvent', runId, index: event.index, as: 'data' })} />
        <pre class="code">
          {lines.map((line, index) => (
            <>
              {index > 0 && '\n'}
              <Coloured text={line} view={json ? 'json' : 'text'} />
            </>
          ))}
        </pre>
        {(!isWhole || formatted.length > shownLength || lines.length === shownLines) && (
          <p class="dim">{t('Truncated. Copy and the details (Enter) include the full text.')}</p>
        )}
      </div>
    </div>
  );
}

/** The time since the start, or the time of day. */
function timeOf(at: number, start: number, clock: boolean): string {
  if (!clock) return showOffset(at);
  const date = new Date(start + at);
  const two = (n: number): string => String(n).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
