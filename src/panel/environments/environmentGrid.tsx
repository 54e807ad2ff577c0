import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../base/l10n.ts';
import type { EnvironmentColumn } from '../../protocol/environmentMessages.ts';
import { Icon } from '../view/controls/icons.tsx';
import { Text } from '../view/controls/text.tsx';
import type { EnvironmentPage } from './environmentPage.ts';
import { ValueCell } from './environmentCell.tsx';
import { placeAtKey, rowsInView, type GridPlace } from './gridPlace.ts';

const isAt = (a: GridPlace, row: number, column: number): boolean => a.row === row && a.column === column;

/** The grid of variables and environments. Only rows in sight have elements. */
export function EnvironmentGrid({ page }: { readonly page: EnvironmentPage }) {
  const box = useRef<HTMLDivElement>(null);
  const rows = page.rows.value;
  const { columns } = page;
  const at = page.at.value;
  const view = useView(box);
  const { first, end } = rowsInView(view.top, view.height, view.rowHeight, rows.length);
  const pageRows = Math.max(1, Math.floor(view.height / view.rowHeight) - 2);
  useFocus(page, box, view.rowHeight);
  useEntry(box);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (page.edited.value !== null || event.altKey) return;
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key.toLowerCase() === 'z' && !event.shiftKey) page.send({ type: 'undo' });
    else if (!ctrl && (event.key === 'Enter' || event.key === 'F2')) page.edit();
    else if (!ctrl && (event.key === 'Delete' || event.key === 'Backspace')) page.delete();
    else {
      const to = placeAtKey(event.key, ctrl, page.at.value, { rows: rows.length, columns: columns.length, page: pageRows });
      if (to === undefined) return;
      page.focus(to);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const template = {
    gridTemplateColumns: `var(--name-width) repeat(${columns.length}, minmax(var(--cell-width), 1fr))`,
    width: `max(100%, calc(var(--name-width) + ${columns.length} * var(--cell-width)))`,
  };
  return (
    <div
      ref={box}
      class="environment-scroll"
      role="grid"
      tabIndex={-1}
      aria-label={t('Variables by environment')}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      onKeyDown={onKeyDown}
      onScroll={view.onScroll}
    >
      <div class="environment-row environment-header" role="row" aria-rowindex={1} style={template}>
        <div class="environment-name" role="columnheader" aria-colindex={1}>
          {t('Variable')}
        </div>
        {columns.map((column, i) => (
          <ColumnHeader key={column.name} page={page} column={column} index={i} isCurrent={isAt(at, -1, i)} />
        ))}
      </div>
      <div class="environment-extent" role="presentation" style={{ height: `${rows.length * view.rowHeight}px` }}>
        {rows.slice(first, end).map(({ name, cells }, nth) => {
          const row = first + nth;
          return (
            <div
              key={name}
              class="environment-row"
              role="row"
              aria-rowindex={row + 2}
              style={{ ...template, transform: `translateY(${row * view.rowHeight}px)` }}
            >
              <NameCell page={page} name={name} row={row} isCurrent={isAt(at, row, -1)} />
              {columns.map(({ name: environment }, i) => (
                <ValueCell
                  key={environment}
                  page={page}
                  name={{ variable: name, environment }}
                  place={{ row, column: i }}
                  cell={cells[i] ?? null}
                  isCurrent={isAt(at, row, i)}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The scroll position and the measures of the grid. */
function useView(box: { readonly current: HTMLDivElement | null }) {
  const [view, setView] = useState({ top: 0, height: 600, rowHeight: 28 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      const rowHeight = element.querySelector<HTMLElement>('.environment-row')?.offsetHeight ?? 28;
      setView({ top: element.scrollTop, height: element.clientHeight, rowHeight: Math.max(1, rowHeight) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ...view, onScroll: () => setView((before) => ({ ...before, top: box.current?.scrollTop ?? 0 })) };
}

/** Scrolls the focused place into sight, so that it has an element, and focuses it. */
function useFocus(page: EnvironmentPage, box: { readonly current: HTMLDivElement | null }, rowHeight: number): void {
  const moved = page.moves.value;
  useEffect(() => {
    const element = box.current;
    if (element === null || moved === 0) return;
    const { row } = page.at.value;
    const header = element.querySelector<HTMLElement>('.environment-header')?.offsetHeight ?? 0;
    const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight + header];
    // The cell that has the focus may lose its element.
    if (page.edited.value === null && element.contains(document.activeElement)) element.focus({ preventScroll: true });
    if (row >= 0 && top < element.scrollTop) element.scrollTop = top;
    else if (row >= 0 && bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    const place = (): HTMLElement | null => element.querySelector('[tabindex="0"]');
    const focusPlace = (): void => {
      if (page.edited.value === null) place()?.focus({ preventScroll: true });
    };
    let isOver = false;
    // The rows of the new position are rendered by the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (isOver) return;
        if (document.hasFocus()) focusPlace();
        // The name of an environment may be asked for at this moment. Taking the focus would close that box.
        else window.addEventListener('focus', focusPlace, { once: true });
        place()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }),
    );
    return () => {
      isOver = true;
      window.removeEventListener('focus', focusPlace);
    };
  }, [moved]);
}

/** Focuses the current place if the page has the focus and no element of it does, so that keys work as soon as it is opened. */
function useEntry(box: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    const enter = (): void => {
      if (document.activeElement !== document.body) return;
      box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    };
    if (document.hasFocus()) enter();
    window.addEventListener('focus', enter);
    return () => window.removeEventListener('focus', enter);
  }, []);
}

interface ColumnHeaderProps {
  readonly page: EnvironmentPage;
  readonly column: EnvironmentColumn;
  readonly index: number;
  readonly isCurrent: boolean;
}

function ColumnHeader({ page, column, index, isCurrent }: ColumnHeaderProps) {
  const { name, isShared, isProtected, isChosen } = column;
  const notes = [isChosen ? t('current') : '', isProtected ? t('protected') : ''].filter((x) => x !== '');
  return (
    <div
      class={`environment-column ${isProtected ? 'is-protected' : ''}`}
      role="columnheader"
      aria-colindex={index + 2}
      tabIndex={isCurrent ? 0 : -1}
      title={isShared ? t('$shared of the environment files') : [name, ...notes].join(', ')}
      onMouseDown={() => page.clicked({ row: -1, column: index })}
      onDblClick={() => page.edit()}
    >
      {isProtected && <Icon name="shield" />}
      <span class="environment-label">{isShared ? t('All environments') : <Text text={name} />}</span>
      {notes.length > 0 && <span class="environment-note dim">{notes.join(', ')}</span>}
      {!isShared && (
        <Actions
          rename={() => page.send({ type: 'renameEnvironment', environment: name })}
          remove={() => page.send({ type: 'deleteEnvironment', environment: name })}
          name={name}
        />
      )}
    </div>
  );
}

interface NameCellProps {
  readonly page: EnvironmentPage;
  readonly name: string;
  readonly row: number;
  readonly isCurrent: boolean;
}

function NameCell({ page, name, row, isCurrent }: NameCellProps) {
  return (
    <div
      class="environment-name"
      role="rowheader"
      aria-colindex={1}
      tabIndex={isCurrent ? 0 : -1}
      title={name}
      onMouseDown={() => page.clicked({ row, column: -1 })}
      onDblClick={() => page.edit()}
    >
      <span class="environment-label mono">
        <Text text={name} />
      </span>
      <Actions
        rename={() => page.send({ type: 'renameVariable', variable: name })}
        remove={() => page.send({ type: 'deleteVariable', variable: name })}
        name={name}
      />
    </div>
  );
}

/** Buttons for the mouse; by keyboard, F2 and Delete do the same. */
function Actions({ rename, remove, name }: { readonly rename: () => void; readonly remove: () => void; readonly name: string }) {
  return (
    <span class="environment-tools">
      <button type="button" class="icon-button" tabIndex={-1} title={t('Rename {0}', name)} onClick={rename}>
        <Icon name="edit" />
      </button>
      <button type="button" class="icon-button" tabIndex={-1} title={t('Delete {0}', name)} onClick={remove}>
        <Icon name="cross" />
      </button>
    </span>
  );
}
