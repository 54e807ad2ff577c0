import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../../base/text/visible.ts';
import { counted, t } from '../../../base/l10n.ts';

import { columnWidths, longest } from '../../model/rows/columnWidths.ts';
import { Text } from '../controls/text.tsx';
import { VirtualRows } from '../controls/virtualRows.tsx';
import type { ContentProps } from './contentProps.ts';
import { Loading } from './loading.tsx';

/** Rows requested beyond the visible ones, and rows that determine the initial column widths. */
const ahead = 60;
const measuredRows = 100;

export function TableView(props: ContentProps) {
  const { panel, part, content } = props;
  void panel.frame.value;
  const [hasHead, setHead] = useState(true);
  const head = useRef<HTMLDivElement>(null);
  /** The longest cells that were visible: columns grow, but never shrink. */
  const longestCells = useRef<readonly (readonly string[])[]>([]);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const { previews } = panel.stores;
  const total = previews.total(part);
  useEffect(() => panel.stores.wantRows(part, 0, measuredRows), [panel, part, total === null]);
  const first = previews.row(part, 0);
  if (total === null || (total > 0 && first === undefined)) return <Loading {...props} />;
  const sample = Array.from({ length: Math.min(total, measuredRows) }, (_, i) => previews.row(part, i) ?? []);
  const widths = columnWidths([...sample, ...longestCells.current]);
  const columns = { gridTemplateColumns: `${String(total).length + 2}ch ${widths.map((width) => `${width}ch`).join(' ')}` };
  const skipped = hasHead ? 1 : 0;
  const cells = (row: readonly string[], role: 'cell' | 'presentation') =>
    widths.map((_, i) => (
      <span key={i} role={role} class="cell" title={(row[i]?.length ?? 0) > 30 ? visibleText(row[i] ?? '').slice(0, 2000) : undefined}>
        <Text text={row[i] ?? ''} />
      </span>
    ));
  return (
    <div
      class="table-view"
      onScrollCapture={({ target }) => head.current?.scrollTo({ left: target instanceof Element ? target.scrollLeft : 0 })}
    >
      <div class="table-bar">
        <label>
          <input type="checkbox" checked={hasHead} onChange={({ currentTarget }) => setHead(currentTarget.checked)} />{' '}
          {t('First row is the header')}
        </label>
        <span class="dim">
          {counted(Math.max(0, total - skipped), '{0} row', '{0} rows')}, {content.detail}
        </span>
      </div>
      {hasHead && first !== undefined && (
        <div class="table-head" ref={head} aria-hidden="true">
          <div class="table-row" style={columns}>
            <span class="number" />
            {cells(first, 'presentation')}
          </div>
        </div>
      )}
      <VirtualRows
        list={panel.stores.listOf(`table ${part}`)}
        count={Math.max(0, total - skipped)}
        uneven={false}
        class="table-rows"
        box={{ role: 'table', 'aria-label': t('Table'), 'aria-rowcount': total, 'aria-colcount': widths.length, tabIndex: 0 }}
        onRange={(from, to) => {
          panel.stores.wantRows(part, Math.max(0, from + skipped - ahead), to + skipped + ahead);
          const inSight = Array.from({ length: to - from + 1 }, (_, i) => previews.row(part, from + skipped + i) ?? []);
          const wanted = columnWidths(inSight);
          if (wanted.every((width, i) => width <= (widths[i] ?? 0))) return;
          longestCells.current = [longest([...longestCells.current, ...inSight])];
          redraw(0);
        }}
        row={(index) => (
          <div key={index} class="row table-row" role="row" aria-rowindex={index + skipped + 1} style={columns}>
            <span class="number" aria-hidden="true">
              {index + 1}
            </span>
            {cells(previews.row(part, index + skipped) ?? [], 'cell')}
          </div>
        )}
      />
    </div>
  );
}
