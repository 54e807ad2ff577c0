import type { ComponentChild, HTMLAttributes, TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { RowList, RowToReveal } from '../../model/rowList.ts';
import { RowSlots } from '../../model/rowSlots.ts';
import { elementHeight, lastTop, placeAt, rest, scrolledTo, type Extent } from '../../model/scaledScroll.ts';

/** Rows drawn beyond each edge, so that a scrolling of some lines shows no gap before the next frame. Nobody scrolls while the end is followed. */
const [overscan, overscanFollowing] = [8, 1];

interface VirtualRowsProps {
  readonly list: RowList;
  readonly count: number;
  /**
   * One element per row. It must have the class `row`, which sets the common height. With `slot` as its key an element that leaves the
   * sight is drawn anew as one that comes; with its index it is made anew.
   */
  readonly row: (index: number, slot: number) => ComponentChild;
  /** The rows in sight, after each drawing. */
  readonly onRange: (first: number, last: number) => void;
  /** Rows may be taller than the common height: they are measured. */
  readonly uneven: boolean;
  /** Stay at the end as rows come. */
  readonly follow?: boolean;
  /** The user scrolled away from the end, or back to it. */
  readonly onFollow?: (follow: boolean) => void;
  /** Bring this row in sight, as often as another object comes. */
  readonly reveal?: RowToReveal | null;
  readonly class: string;
  /** Further attributes of the scrolling element: role, label, keys. */
  readonly box: HTMLAttributes<HTMLDivElement>;
}

/** Whether a person selects text of it: that must not become another text. */
function isSelecting(rows: HTMLElement | null): boolean {
  const selection = document.getSelection();
  return rows !== null && selection !== null && !selection.isCollapsed && rows.contains(selection.anchorNode);
}

/** A list that holds elements only for the rows in sight. */
export function VirtualRows({ list, count, row, onRange, uneven, follow = false, onFollow, reveal = null, ...rests }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  /** Whether the bar is to be put where the place says; otherwise the browser's own scrolling leads. */
  const place = useRef(true);
  const dragged = useRef(false);
  const widest = useRef(0);
  const slots = useRef(new RowSlots());
  const selecting = useRef(false);
  const [, redraw] = useReducer((n: number) => n + 1, 0);

  const { layout } = list;
  // Other rows than those before: they stand at their own place.
  const lastList = useRef(list);
  const isOther = lastList.current !== list;
  if (isOther) {
    lastList.current = list;
    place.current = true;
    dragged.current = false;
    widest.current = 0;
  }
  layout.count = count;
  const extent: Extent = { content: layout.total, view: list.view.height };
  if (follow || list.endOf === count || list.place.top > lastTop(extent)) {
    list.place = placeAt(lastTop(extent), extent);
    place.current = true;
  }
  const { top, bar } = list.place;
  const first = layout.indexAt(top);
  const last = layout.indexAt(top + extent.view);
  const beyond = follow ? overscanFollowing : overscan;
  const drawnFirst = Math.max(0, first - beyond);
  const drawnLast = Math.min(count - 1, last + beyond);
  const drawn = slots.current.take(drawnFirst, drawnLast, !selecting.current).map((slot, nth) => row(drawnFirst + nth, slot));

  useLayoutEffect(() => {
    const measure = () => {
      const [element, line] = [box.current, probe.current];
      if (element === null || line === null) return;
      const { clientWidth: width, clientHeight: height } = element;
      const rowHeight = line.getBoundingClientRect().height;
      if (width === list.view.width && height === list.view.height && rowHeight === layout.rowHeight) return;
      if (width !== list.view.width && uneven) layout.clear();
      if (rowHeight > 0) layout.rowHeight = rowHeight;
      list.view = { width, height };
      redraw(0);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    if (probe.current !== null) observer.observe(probe.current);
    return () => observer.disconnect();
  }, [list, layout, uneven]);

  // When it changes: asked while the page is drawn, the browser would lay out first what is drawn already.
  useEffect(() => {
    const select = (): void => void (selecting.current = isSelecting(rows.current));
    select();
    document.addEventListener('selectionchange', select);
    return () => document.removeEventListener('selectionchange', select);
  }, []);

  useLayoutEffect(() => {
    const [element, holder] = [box.current, rows.current];
    if (element === null || holder === null || list.view.height === 0) return;
    if (uneven) measureRows(holder);
    else {
      if (isOther) holder.style.minWidth = '';
      widest.current = Math.max(widest.current, holder.scrollWidth);
      holder.style.minWidth = `max(100%, ${widest.current}px)`;
    }
    if (!place.current) return;
    place.current = false;
    element.scrollTop = list.place.bar;
    // The browser rounds to device pixels: what it took is what its scroll event will say.
    list.place = { top: list.place.top, bar: element.scrollTop };
  });

  useEffect(() => {
    if (count > 0 && list.view.height > 0) onRange(first, Math.min(last, count - 1));
  });

  useLayoutEffect(() => {
    if (reveal === null || list.view.height === 0) return;
    const now: Extent = { content: layout.total, view: list.view.height };
    const rowTop = layout.top(reveal.index);
    const rowBottom = layout.top(reveal.index + 1);
    if (rowTop < list.place.top) move(rowTop);
    else if (rowBottom > list.place.top + now.view) move(Math.min(rowTop, rowBottom - now.view));

    function move(to: number): void {
      list.endOf = null;
      list.place = placeAt(to, now);
      place.current = true;
      redraw(0);
    }
  }, [reveal]);

  /** Takes in the drawn rows' heights; what is in sight stays where it is. */
  function measureRows(holder: HTMLDivElement): void {
    let changed = false;
    let index = drawnFirst;
    for (const element of holder.children) {
      const change = layout.setHeight(index, element.getBoundingClientRect().height);
      if (change !== 0) changed = true;
      if (change !== 0 && index < first && !follow) {
        list.place = placeAt(list.place.top + change, { content: layout.total, view: list.view.height });
        place.current = true;
      }
      index++;
    }
    if (changed) redraw(0);
  }

  function onScroll(event: TargetedEvent<HTMLDivElement>): void {
    const { scrollTop } = event.currentTarget;
    if (Math.abs(scrollTop - list.place.bar) < 0.01) return;
    list.endOf = null;
    const before = list.place;
    list.place = scrolledTo(scrollTop, before, extent, dragged.current);
    place.current = list.place.bar !== scrollTop;
    if (list.place.top >= lastTop(extent) - layout.rowHeight / 2) onFollow?.(true);
    else if (list.place.top < before.top) onFollow?.(false);
    redraw(0);
  }

  /** The browser would go to the end as it was guessed before the rows there were drawn. */
  function onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    rests.box.onKeyDown?.(event);
    if (event.defaultPrevented || event.key !== 'End' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    list.endOf = count;
    onFollow?.(true);
    redraw(0);
  }

  function onScrollEnd(): void {
    dragged.current = false;
    const rested = rest(list.place, extent);
    if (Math.abs(rested.bar - list.place.bar) < 1) return;
    list.place = rested;
    place.current = true;
    redraw(0);
  }

  return (
    <div
      {...rests.box}
      ref={box}
      class={`virtual ${rests.class}`}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
      onScrollEnd={onScrollEnd}
      onWheel={(event) => {
        dragged.current = false;
        // Before the browser scrolls: the next rows must not carry the user back to the end.
        if (event.deltaY < 0 && extent.content > extent.view) onFollow?.(false);
      }}
      onPointerDown={(event) => {
        dragged.current = event.target === event.currentTarget && event.offsetX > event.currentTarget.clientWidth;
      }}
    >
      <div ref={probe} class="row probe" aria-hidden="true" />
      <div class="extent" role="presentation" style={{ height: `${elementHeight(extent)}px` }}>
        <div ref={rows} class="rows" role="presentation" style={{ transform: `translateY(${bar - top + layout.top(drawnFirst)}px)` }}>
          {drawn}
        </div>
      </div>
    </div>
  );
}
