import type { RefObject, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { counted, showCount, t } from '../../../base/l10n.ts';
import { bytesPerRow, hexCells, moveBy, perLine, rangeOf, readOffset, type HexSelection } from '../../model/rows/hexSelection.ts';
import type { RowToReveal } from '../../model/rows/rowList.ts';
import type { Panel } from '../../panel.ts';
import { VirtualRows } from '../controls/virtualRows.tsx';
import './hex.css';

/** Lines requested beyond the visible ones. */
const ahead = 60;

/** A hex dump of the body, for selecting and copying: 16 bytes a row, or fewer in a narrow panel. Bytes of secrets are hidden. */
export function HexView({ panel, size }: { readonly panel: Panel; readonly size: number }) {
  void panel.frame.value;
  const total = panel.stores.lines.total('hex');
  const [selection, setSelection] = useState<HexSelection | null>(null);
  const [reveal, setReveal] = useState<RowToReveal | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const measured = useBytesPerRow(box);
  const perRow = measured ?? perLine;
  const top = useRef(0);
  useChange(measured, () => setReveal({ index: Math.floor((selection?.cursor ?? top.current) / perRow) }));
  const dragging = useDragging(selection, setSelection);
  useEffect(() => panel.stores.wantLines('hex', 0, 0), [panel, total]);
  const bytes = Math.min(size, (total ?? 0) * perLine);
  const list = panel.stores.listOf('hex');
  const range = selection === null ? null : rangeOf(selection);

  const select = (to: HexSelection): void => {
    setSelection(to);
    setReveal({ index: Math.floor(to.cursor / perRow) });
  };
  const copy = (as: 'hex' | 'text'): void => {
    const runId = panel.run.value?.started.runId;
    if (range !== null && runId !== undefined) panel.send({ type: 'copyBytes', runId, as, ...range });
  };
  function onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || event.altKey) return;
    if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey)) {
      if (range === null) return;
      copy('hex');
    } else {
      const rows = Math.max(1, Math.floor(event.currentTarget.clientHeight / list.layout.rowHeight) - 1);
      const at = selection ?? { anchor: 0, cursor: 0 };
      const to = selection === null && event.key.startsWith('Arrow') ? at : moveBy(event, at, bytes, rows, perRow);
      if (to === undefined) return;
      select(to);
    }
    event.preventDefault();
    // Otherwise VS Code selects the text of the whole page too.
    if (event.ctrlKey || event.metaKey) event.stopPropagation();
  }
  return (
    <div class="hex" ref={box}>
      <span class="hex-ruler" aria-hidden="true" />
      <HexBar size={bytes} selection={selection} onGo={(cursor) => select({ anchor: cursor, cursor })} onCopy={copy} />
      {measured !== null && (
        <VirtualRows
          list={list}
          count={Math.ceil(bytes / perRow)}
          uneven={false}
          reveal={reveal}
          class="hex-rows"
          box={{
            role: 'region',
            'aria-label': t('Bytes'),
            'aria-describedby': 'hex-place',
            tabIndex: 0,
            onKeyDown,
            ...dragging,
          }}
          onRange={(first, last) => {
            top.current = first * perRow;
            const lineOf = (row: number): number => Math.floor((row * perRow) / perLine);
            panel.stores.wantLines('hex', Math.max(0, lineOf(first) - ahead), lineOf(last) + ahead);
          }}
          row={(index) => (
            <HexRow
              key={index}
              start={index * perRow}
              perRow={perRow}
              line={panel.stores.lines.get('hex', Math.floor((index * perRow) / perLine))}
              {...selectedIn(index * perRow, perRow, range)}
              cursor={selection !== null && Math.floor(selection.cursor / perRow) === index ? selection.cursor % perRow : -1}
            />
          )}
        />
      )}
    </div>
  );
}

/** Called when the width changes the bytes of a row, to keep the same ones in sight. */
function useChange(measured: number | null, onChange: () => void): void {
  const before = useRef(measured);
  useEffect(() => {
    if (before.current !== null && before.current !== measured) onChange();
    before.current = measured;
  }, [measured]);
}

/** Selects the bytes over which the mouse is dragged. */
function useDragging(selection: HexSelection | null, setSelection: (to: HexSelection) => void) {
  const [dragging, setDragging] = useState(false);
  return {
    onMouseDown: (event: TargetedMouseEvent<HTMLDivElement>) => {
      const at = pointed(event.target);
      if (at === undefined || event.button !== 0) return;
      setDragging(true);
      setSelection({ anchor: event.shiftKey && selection !== null ? selection.anchor : at, cursor: at });
    },
    onMouseMove: (event: TargetedMouseEvent<HTMLDivElement>) => {
      const at = pointed(event.target);
      if (!dragging || at === undefined || selection === null) return;
      if (event.buttons === 0) setDragging(false);
      else if (at !== selection.cursor) setSelection({ ...selection, cursor: at });
    },
    onMouseUp: () => setDragging(false),
  };
}

/** The width of the ruler in characters, and that of a scroll bar. */
const [rulerColumns, barColumns] = [100, 2];

/** How many bytes fit into a row of the box. Null until it is measured. */
function useBytesPerRow(box: RefObject<HTMLDivElement | null>): number | null {
  const [perRow, setPerRow] = useState<number | null>(null);
  useLayoutEffect(() => {
    const ruler = box.current?.querySelector<HTMLElement>('.hex-ruler');
    if (!box.current || !ruler) return undefined;
    const whole = box.current;
    const measure = (): void => {
      const padding = 2 * Number.parseFloat(getComputedStyle(ruler).paddingInlineStart);
      const column = (ruler.getBoundingClientRect().width - padding) / rulerColumns;
      setPerRow(bytesPerRow((whole.clientWidth - padding) / column - barColumns));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(whole);
    // Its width changes with the font.
    watch.observe(ruler);
    return () => watch.disconnect();
  }, [box]);
  return perRow;
}

/** The offset of the byte under the pointer. */
function pointed(target: EventTarget | null): number | undefined {
  const at = target instanceof HTMLElement ? target.dataset['at'] : undefined;
  return at === undefined ? undefined : Number(at);
}

/** The selected bytes of a row. */
function selectedIn(start: number, perRow: number, range: ReturnType<typeof rangeOf> | null): Pick<HexRowProps, 'first' | 'last'> {
  if (range === null) return { first: -1, last: -1 };
  const isOutside = range.end <= start || range.start >= start + perRow;
  return { first: isOutside ? -1 : Math.max(0, range.start - start), last: Math.min(perRow - 1, range.end - 1 - start) };
}

interface HexRowProps {
  /** The offset of its first byte. */
  readonly start: number;
  readonly perRow: number;
  /** Undefined until it is received. */
  readonly line: string | undefined;
  /** The first selected byte of the row; -1 if none is. */
  readonly first: number;
  readonly last: number;
  readonly cursor: number;
}

/** Re-renders only when its props change. */
function HexRow({ start, perRow, line, first, last, cursor }: HexRowProps) {
  const shownLast = first < 0 ? -1 : last;
  return useMemo(() => {
    const { bytes, characters } = hexCells(line ?? '', start % perLine, perRow);
    const cells = (texts: readonly string[]) =>
      texts.map((text, i) => (
        <span
          key={i}
          data-at={start + i}
          class={`${first >= 0 && i >= first && i <= shownLast ? 'selected' : ''} ${i === cursor ? 'cursor' : ''} ${i === 8 ? 'half' : ''}`}
        >
          {text}
        </span>
      ));
    return (
      <div class="row hex-row">
        <span class="hex-offset">{line === undefined ? '' : start.toString(16).padStart(8, '0')}</span>
        <span class="hex-bytes" style={{ width: `${perRow * 3 + (perRow > 8 ? 1 : 0)}ch` }}>
          {cells(bytes)}
        </span>
        <span class="hex-characters">{cells(characters)}</span>
      </div>
    );
  }, [start, perRow, line, first, shownLast, cursor]);
}

interface HexBarProps {
  readonly size: number;
  readonly selection: HexSelection | null;
  readonly onGo: (offset: number) => void;
  readonly onCopy: (as: 'hex' | 'text') => void;
}

function HexBar({ size, selection, onGo, onCopy }: HexBarProps) {
  const [wrong, setWrong] = useState(false);
  const range = selection === null ? null : rangeOf(selection);
  return (
    <div class="hex-bar">
      <label>
        {t('Go to')}{' '}
        <input
          type="text"
          spellcheck={false}
          placeholder={t('0x1f0 or 496')}
          aria-label={t('Go to offset')}
          aria-invalid={wrong}
          onInput={() => setWrong(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            const offset = readOffset(event.currentTarget.value, size);
            setWrong(offset === undefined);
            if (offset !== undefined) onGo(offset);
          }}
        />
      </label>
      <span class="dim" id="hex-place" role="status">
        {wrong ? (
          <span class="failed">{t('Enter an offset from 0 to {0}.', showCount(Math.max(0, size - 1)))}</span>
        ) : selection === null || range === null ? (
          counted(size, '{0} byte', '{0} bytes')
        ) : range.end - range.start > 1 ? (
          t('0x{0} to 0x{1}: {2} bytes', range.start.toString(16), (range.end - 1).toString(16), showCount(range.end - range.start))
        ) : (
          `0x${range.start.toString(16)} (${showCount(range.start)})`
        )}
      </span>
      {range !== null && (
        <>
          <button type="button" class="link" onClick={() => onCopy('hex')}>
            {t('Copy as hex')}
          </button>
          <button type="button" class="link" onClick={() => onCopy('text')}>
            {t('Copy as text')}
          </button>
        </>
      )}
    </div>
  );
}
