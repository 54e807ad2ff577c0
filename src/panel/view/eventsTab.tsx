import { isRunning, type Run } from '../model/run.ts';
import { showCount } from '../model/measures.ts';
import type { Panel } from '../panel.ts';
import { EventRow, eventRowId } from './eventRow.tsx';
import { Icon } from './icons.tsx';
import { VirtualRows } from './virtualRows.tsx';

/** Events asked for beyond those in sight. */
const ahead = 30;

/** A stream's events: the newest are followed until the user scrolls up, each unfolds. */
export function EventsTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  void panel.frame.value;
  const { events, eventsView: view } = panel;
  const { total } = events;
  if (total === 0) {
    return <p class="calm late">{isRunning(run) ? 'Waiting for the first event…' : 'The stream ended without an event.'}</p>;
  }
  const fresh = view.newOnes(total);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const at = view.active ?? Math.max(0, view.list.layout.indexAt(view.list.place.top) - 1);
    const unfolded = view.isUnfolded(at);
    if (event.key === 'ArrowDown') view.activate(at + 1, total);
    else if (event.key === 'ArrowUp') view.activate(at - 1, total);
    else if (event.key === 'Home') view.activate(0, total);
    else if (event.key === 'End') view.activate(total - 1, total);
    else if (event.key === 'Enter' || event.key === ' ') view.toggle(at, total);
    else if (event.key === 'ArrowRight' && !unfolded) view.toggle(at, total);
    else if (event.key === 'ArrowLeft' && unfolded) view.toggle(at, total);
    else return;
    event.preventDefault();
  }

  return (
    <div class={events.hasIds ? 'events with-ids' : 'events'}>
      <div class="event-head" aria-hidden="true">
        <span />
        <span>Time</span>
        <span>Event</span>
        <span class="event-id">Id</span>
        <span>Data</span>
      </div>
      <VirtualRows
        list={view.list}
        count={total}
        uneven
        follow={view.follow}
        onFollow={(follow) => view.setFollow(follow, total)}
        reveal={view.revealed}
        class="event-rows"
        box={{
          role: 'tree',
          'aria-label': `Events, ${showCount(total)}`,
          'aria-activedescendant': view.active === null ? undefined : eventRowId(view.active),
          tabIndex: 0,
          onKeyDown,
        }}
        onRange={(first, last) => panel.wantEvents(Math.max(0, first - ahead), last + ahead)}
        row={(index) => (
          <EventRow key={index} panel={panel} index={index} event={events.get(index)} total={total} seam={run.seams.get(index)} />
        )}
      />
      {!view.follow && (isRunning(run) || fresh > 0) && (
        <button type="button" class="button follow" onClick={() => view.setFollow(true, total)}>
          <Icon name="down" />
          <span>{fresh > 0 ? `Follow (${showCount(fresh)} new)` : 'Follow'}</span>
        </button>
      )}
    </div>
  );
}
