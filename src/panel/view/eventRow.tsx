import { useMemo } from 'preact/hooks';
import { formatJson } from '../../base/jsonFormat.ts';
import type { PanelEvent } from '../../protocol/messages.ts';
import { showCount, showOffset } from '../model/measures.ts';
import type { Panel } from '../panel.ts';
import { CopyButton } from './button.tsx';
import { Icon } from './icons.tsx';
import { Coloured } from './lineRows.tsx';
import { Text } from './text.tsx';

/** UTF-16 units of data shown: in one line, and unfolded (Copy takes all). Formatting costs, so it has a bound of its own. */
const lineLength = 300;
const shownLength = 50_000;
const shownLines = 2000;
const formattedLength = 262_144;

export const eventRowId = (index: number): string => `event-${index}`;

interface EventRowProps {
  readonly panel: Panel;
  readonly index: number;
  /** Null where it is no longer kept, undefined until it came. */
  readonly event: PanelEvent | null | undefined;
  readonly total: number;
  /** Why the stream was connected anew before it. */
  readonly seam: string | undefined;
}

export function EventRow({ panel, index, event, total, seam }: EventRowProps) {
  const view = panel.eventsView;
  const unfolded = view.isUnfolded(index);
  return (
    <div
      class={`row event ${unfolded ? 'unfolded' : ''} ${view.active === index ? 'active' : ''}`}
      role="treeitem"
      id={eventRowId(index)}
      aria-level={1}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-expanded={unfolded}
      aria-selected={view.active === index}
    >
      {seam !== undefined && (
        <p class="seam">
          <Text text={seam} />
        </p>
      )}
      <div class="event-line" onClick={() => view.toggle(index, total)}>
        <Icon name="right" />
        {event ? (
          <Cells event={event} />
        ) : (
          <span class="event-none">{event === null ? `Event ${showCount(index)} is no longer kept` : '…'}</span>
        )}
      </div>
      {unfolded && event && <Detail panel={panel} event={event} />}
    </div>
  );
}

function Cells({ event }: { readonly event: PanelEvent }) {
  const { data } = event;
  const lineEnd = data.search(/[\r\n]/);
  const end = Math.min(lineEnd < 0 ? data.length : lineEnd, lineLength);
  const line = data.slice(0, end);
  return (
    <>
      <span class="event-time">{showOffset(event.at)}</span>
      <span class={event.event === 'message' ? 'event-type dim' : 'event-type'}>
        <Text text={event.event} />
      </span>
      <span class="event-id">
        <Text text={event.id} />
      </span>
      <span class="event-data">
        {!event.complete && <span class="incomplete">incomplete</span>}
        <Coloured text={line} view={looksLikeJson(line) ? 'json' : 'text'} />
        {end < data.length && <span class="dim"> …</span>}
      </span>
    </>
  );
}

function Detail({ panel, event }: { readonly panel: Panel; readonly event: PanelEvent }) {
  const { data } = event;
  const formatted = useMemo(() => (data.length <= formattedLength ? formatJson(data) : data), [data]);
  const json = formatted !== data || looksLikeJson(data);
  const lines = formatted
    .slice(0, shownLength)
    .split(/\r\n|\r|\n/)
    .slice(0, shownLines);
  return (
    <div class="event-detail">
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
        <dd>{showCount(data.length)} characters</dd>
      </dl>
      <CopyButton label="Copy the data" onCopy={() => panel.send({ type: 'copyText', text: data })} />
      <pre class="code">
        {lines.map((line, index) => (
          <>
            {index > 0 && '\n'}
            <Coloured text={line} view={json ? 'json' : 'text'} />
          </>
        ))}
      </pre>
      {(formatted.length > shownLength || lines.length === shownLines) && <p class="dim">Cut here; Copy takes all.</p>}
    </div>
  );
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
