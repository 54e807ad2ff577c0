import type { RefObject, TargetedEvent, TargetedKeyboardEvent, TargetedPointerEvent, TargetedWheelEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { RowList, RowToReveal } from '../../model/rows/rowList.ts';
import { lastTop, placeAt, rest, scrolledTo, type Extent } from '../../model/rows/scaledScroll.ts';

export interface RowsState {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly rows: RefObject<HTMLDivElement | null>;
  readonly probe: RefObject<HTMLDivElement | null>;
  /** The next render moves the scroll bar to the list's place; otherwise the list follows the bar. */
  movesBar: boolean;
  dragged: boolean;
  widest: number;
}

export function useRowsState(): RowsState {
  const [box, rows, probe] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  return useRef<RowsState>({ box, rows, probe, movesBar: true, dragged: false, widest: 0 }).current;
}

export function useViewSize({ box, probe }: RowsState, list: RowList, uneven: boolean, redraw: () => void): void {
  const { layout } = list;
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
      redraw();
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    if (probe.current !== null) observer.observe(probe.current);
    return () => observer.disconnect();
  }, [list, layout, uneven]);
}

/** Whether the user selects text of the rows: an element with selected text must not get another row. */
export function useSelecting({ rows }: RowsState): { readonly current: boolean } {
  const selecting = useRef(false);
  // Tracked on change, because reading the selection during a render forces a layout.
  useEffect(() => {
    const select = (): void => void (selecting.current = isSelecting(rows.current));
    select();
    document.addEventListener('selectionchange', select);
    return () => document.removeEventListener('selectionchange', select);
  }, []);
  return selecting;
}

function isSelecting(rows: HTMLElement | null): boolean {
  const selection = document.getSelection();
  return rows !== null && selection !== null && !selection.isCollapsed && rows.contains(selection.anchorNode);
}

interface RenderedRows {
  readonly uneven: boolean;
  readonly follow: boolean;
  /** The list has been replaced since the last render. */
  readonly isOther: boolean;
  /** Index of the first row in sight, and of the first row that has an element. */
  readonly first: number;
  readonly drawnFirst: number;
}

/** After each render, measures the rows and moves the scroll bar. */
export function usePlacing(state: RowsState, list: RowList, rendered: RenderedRows, redraw: () => void): void {
  useLayoutEffect(() => {
    const [element, holder] = [state.box.current, state.rows.current];
    if (element === null || holder === null || list.view.height === 0) return;
    if (rendered.uneven) measureRows(state, list, holder, rendered, redraw);
    else {
      if (rendered.isOther) holder.style.minWidth = '';
      state.widest = Math.max(state.widest, holder.scrollWidth);
      holder.style.minWidth = `max(100%, ${state.widest}px)`;
    }
    if (!state.movesBar) return;
    state.movesBar = false;
    element.scrollTop = list.place.bar;
    // The browser rounds to device pixels: its scroll event will report the rounded value.
    list.place = { top: list.place.top, bar: element.scrollTop };
  });
}

/** Stores the heights of the rendered rows; the rows in sight stay in their place. */
function measureRows(
  state: RowsState,
  list: RowList,
  holder: HTMLDivElement,
  { follow, first, drawnFirst }: RenderedRows,
  redraw: () => void,
): void {
  let changed = false;
  let index = drawnFirst;
  for (const element of holder.children) {
    const change = list.layout.setHeight(index, element.getBoundingClientRect().height);
    if (change !== 0) changed = true;
    if (change !== 0 && index < first && !follow) {
      list.place = placeAt(list.place.top + change, { content: list.layout.total, view: list.view.height });
      state.movesBar = true;
    }
    index++;
  }
  if (changed) redraw();
}

/** Scrolls a row into sight, once for each object. */
export function useReveal(state: RowsState, list: RowList, reveal: RowToReveal | null, redraw: () => void): void {
  const { layout } = list;
  useLayoutEffect(() => {
    if (reveal === null || list.view.height === 0) return;
    const now: Extent = { content: layout.total, view: list.view.height };
    const rowTop = layout.top(reveal.index);
    const rowBottom = layout.top(reveal.index + 1);
    if (rowTop < list.place.top) move(rowTop);
    else if (rowBottom > list.place.top + now.view) move(Math.min(rowTop, rowBottom - now.view));

    function move(to: number): void {
      list.leaveEnd();
      list.place = placeAt(to, now);
      state.movesBar = true;
      redraw();
    }
  }, [reveal]);
}

interface Scrolled {
  readonly extent: Extent;
  readonly count: number;
  readonly onFollow: ((follow: boolean) => void) | undefined;
  readonly onKeyDown: ((event: TargetedKeyboardEvent<HTMLDivElement>) => void) | undefined;
}

export function scrollHandlers(state: RowsState, list: RowList, scrolled: Scrolled, redraw: () => void) {
  const { count, onFollow } = scrolled;
  return {
    onScroll(event: TargetedEvent<HTMLDivElement>): void {
      const { scrollTop, clientHeight } = event.currentTarget;
      // A taller view moves the bar before the next render: the user did not scroll.
      const extent: Extent = { content: scrolled.extent.content, view: clientHeight };
      if (Math.abs(scrollTop - list.place.bar) < 0.01) return;
      list.leaveEnd();
      const before = list.place;
      list.place = scrolledTo(scrollTop, before, extent, state.dragged);
      state.movesBar = list.place.bar !== scrollTop;
      if (list.place.top >= lastTop(extent) - list.layout.rowHeight / 2) onFollow?.(true);
      else if (list.place.top < before.top) onFollow?.(false);
      redraw();
    },
    /** The browser would scroll to the end that was estimated before the last rows were rendered. */
    onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>): void {
      scrolled.onKeyDown?.(event);
      if (event.defaultPrevented || event.key !== 'End' || event.shiftKey || event.altKey) return;
      event.preventDefault();
      list.goToEnd(count);
      onFollow?.(true);
      redraw();
    },
    onScrollEnd(): void {
      state.dragged = false;
      const rested = rest(list.place, scrolled.extent);
      if (Math.abs(rested.bar - list.place.bar) < 1) return;
      list.place = rested;
      state.movesBar = true;
      redraw();
    },
    onWheel(event: TargetedWheelEvent<HTMLDivElement>): void {
      state.dragged = false;
      // Before the browser scrolls: the next rows must not scroll back to the end.
      if (event.deltaY < 0 && scrolled.extent.content > scrolled.extent.view) onFollow?.(false);
    },
    onPointerDown(event: TargetedPointerEvent<HTMLDivElement>): void {
      state.dragged = event.target === event.currentTarget && event.offsetX > event.currentTarget.clientWidth;
    },
  };
}
