import type { ComponentChild, HTMLAttributes } from 'preact';
import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { RowList, RowToReveal } from '../../model/rows/rowList.ts';
import { RowSlots } from '../../model/rows/rowSlots.ts';
import { elementHeight, lastTop, placeAt, type Extent } from '../../model/rows/scaledScroll.ts';
import { scrollHandlers, usePlacing, useReveal, useRowsState, useSelecting, useViewSize } from './rowHooks.ts';

/** Rows rendered beyond each edge, so that scrolling by some lines shows no gap before the next frame. Few while the end is followed. */
const [overscan, overscanFollowing] = [8, 1];

interface VirtualRowsProps {
  readonly list: RowList;
  readonly count: number;
  /**
   * Renders a row as one element with the class `row`, which sets the common height. With `slot` as key, an element that scrolls out of
   * sight is reused for a row that scrolls in; with the index as key, a new one is created.
   */
  readonly row: (index: number, slot: number) => ComponentChild;
  readonly onRange: (first: number, last: number) => void;
  /** Rows may be taller than the common height: they are measured. */
  readonly uneven: boolean;
  /** Stays at the end when rows are added. */
  readonly follow?: boolean;
  /** The user scrolled away from the end, or back to it. */
  readonly onFollow?: (follow: boolean) => void;
  /** Scrolls this row into sight, once for each object. */
  readonly reveal?: RowToReveal | null;
  readonly class: string;
  /** Further attributes of the scrolling element: role, label, keys. */
  readonly box: HTMLAttributes<HTMLDivElement>;
}

/** A list that has elements only for the rows in sight. */
export function VirtualRows({ list, count, row, onRange, uneven, follow = false, onFollow, reveal = null, ...rests }: VirtualRowsProps) {
  const state = useRowsState();
  const slots = useRef(new RowSlots());
  const [, dispatch] = useReducer((n: number) => n + 1, 0);
  const redraw = (): void => dispatch(0);

  const { layout } = list;
  // Rows of another list: they have their own place.
  const lastList = useRef(list);
  const isOther = lastList.current !== list;
  if (isOther) {
    lastList.current = list;
    state.movesBar = true;
    state.dragged = false;
    state.widest = 0;
  }
  layout.count = count;
  const extent: Extent = { content: layout.total, view: list.view.height };
  if (list.staysAtEnd(count) || follow || list.place.top > lastTop(extent)) {
    list.place = placeAt(lastTop(extent), extent);
    state.movesBar = true;
  }
  const { top, bar } = list.place;
  const first = layout.indexAt(top);
  const last = layout.indexAt(top + extent.view);
  const beyond = follow ? overscanFollowing : overscan;
  const drawnFirst = Math.max(0, first - beyond);
  const drawnLast = Math.min(count - 1, last + beyond);

  useViewSize(state, list, uneven, redraw);
  const selecting = useSelecting(state);
  const drawn = slots.current.take(drawnFirst, drawnLast, !selecting.current).map((slot, nth) => row(drawnFirst + nth, slot));
  usePlacing(state, list, { uneven, follow, isOther, first, drawnFirst }, redraw);
  useEffect(() => {
    if (count > 0 && list.view.height > 0) onRange(first, Math.min(last, count - 1));
  });
  useReveal(state, list, reveal, redraw);

  return (
    <div
      {...rests.box}
      ref={state.box}
      class={`virtual ${rests.class}`}
      {...scrollHandlers(state, list, { extent, count, onFollow, onKeyDown: rests.box.onKeyDown }, redraw)}
    >
      <div ref={state.probe} class="row probe" aria-hidden="true" />
      <div class="extent" role="presentation" style={{ height: `${elementHeight(extent)}px` }}>
        <div ref={state.rows} class="rows" role="presentation" style={{ transform: `translateY(${bar - top + layout.top(drawnFirst)}px)` }}>
          {drawn}
        </div>
      </div>
    </div>
  );
}
