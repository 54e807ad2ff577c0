import { useEffect } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { BodyView } from '../../../protocol/messages.ts';
import type { TextLanguage } from '../../../protocol/preview.ts';
import type { Mark, TextMode } from '../../../protocol/bodyRows.ts';
import type { BodyText } from '../../model/bodyView.ts';
import type { TextRow } from '../../model/rows/rowStore.ts';
import type { Panel } from '../../panel.ts';
import { Coloured, urlHandlers } from './lineRows.tsx';
import { Icon } from '../controls/icons.tsx';
import { isSelectedBeyondSight } from './selection.ts';
import { memo } from '../controls/memo.ts';
import { VirtualRows } from '../controls/virtualRows.tsx';

interface TextRowsProps {
  readonly panel: Panel;
  readonly view: BodyView | TextLanguage;
  readonly mode: TextMode;
  readonly wrap: boolean;
  /** Opens the menu of a row's value, at window coordinates. */
  readonly onMenu: (row: number, x: number, y: number) => void;
}

const rowId = (row: number): string => `body-row-${row}`;
/** The tree level, from the indentation of a formatted line. */
const levelOf = (text: string): number => (text.length - text.trimStart().length) / 2 + 1;

/** The text of a body with line numbers and syntax colors; formatted JSON as a tree. */
export function TextRows({ panel, view, mode, wrap, onMenu }: TextRowsProps) {
  void panel.frame.value;
  const { text } = panel.stores;
  const total = text.rows.total(mode);
  const list = panel.bodyList(mode, wrap);
  const current = text.current.value;
  const { mark } = text.search.value;
  const isTree = view === 'json' && mode === 'pretty';
  useEffect(() => text.show(mode), [text, mode]);
  // The first page has the total; nothing is rendered before.
  useEffect(() => {
    if (total === null) text.want(0, 0);
  }, [text, mode, total]);
  const digits = String(total ?? 0).length;

  function onKeyDown(event: KeyboardEvent): void {
    if (actOnKey(event, text, mode, onMenu)) event.preventDefault();
  }

  return (
    <VirtualRows
      list={list}
      count={total ?? 0}
      uneven={wrap}
      class={`lines lines-${view} digits-${Math.max(3, Math.min(digits, 10))} ${wrap ? 'wrapped' : ''} ${isTree ? 'tree' : ''}`}
      reveal={text.reveal.value}
      box={{
        role: isTree ? 'tree' : 'region',
        'aria-label': t('Body'),
        tabIndex: 0,
        ...(isTree ? { onKeyDown } : urlHandlers(panel)),
        ...(isTree && current !== null ? { 'aria-activedescendant': rowId(current) } : {}),
        onCopy: (event) => {
          const runId = panel.run.value?.started.runId;
          if (runId === undefined || !isSelectedBeyondSight(event.currentTarget, total ?? 0)) return;
          event.preventDefault();
          panel.send({ type: isTree && text.isFiltered ? 'copyChosen' : 'copyBody', runId });
        },
        onContextMenu: (event) => {
          if (!isTree || (document.getSelection()?.toString() ?? '') !== '') return;
          const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
          const row = element === null ? current : Number(element.dataset['row']);
          if (row === null) return;
          event.preventDefault();
          const box = (element ?? document.getElementById(rowId(row)) ?? event.currentTarget).getBoundingClientRect();
          const byKey = element === null;
          onMenu(row, byKey ? box.left + 60 : event.clientX, byKey ? box.bottom : event.clientY);
        },
      }}
      onRange={(first, last) => text.want(first, last)}
      row={(index) => (
        <Row
          key={index}
          index={index}
          row={text.rows.get(mode, index)}
          view={view}
          panel={panel}
          isTree={isTree}
          isCurrent={isTree && index === current}
          marks={text.marksOf(index)}
          shown={mark?.row === index ? mark : null}
          onMenu={onMenu}
        />
      )}
    />
  );
}

interface RowProps {
  readonly index: number;
  /** Undefined until it arrives. */
  readonly row: TextRow | undefined;
  readonly view: BodyView | TextLanguage;
  /** Actions apply to the body rendered at that time, so rows get the panel, not the body. */
  readonly panel: Panel;
  readonly isTree: boolean;
  readonly isCurrent: boolean;
  readonly marks: readonly Mark[];
  readonly shown: Mark | null;
  readonly onMenu: TextRowsProps['onMenu'];
}

/** Memoized, so that unchanged rows are not re-rendered while a body is scanned or searched, or by the next response. */
const Row = memo(({ index, row, view, panel, isTree, isCurrent, marks, shown, onMenu }: RowProps) => {
  const fold = row?.fold ?? null;
  const tree = isTree
    ? ({
        id: rowId(index),
        role: 'treeitem',
        'data-row': index,
        'aria-level': row === undefined ? 1 : levelOf(row.text),
        'aria-selected': isCurrent,
        ...(fold === null ? {} : { 'aria-expanded': !fold.folded }),
      } as const)
    : {};
  return (
    <div
      class={`row line ${isCurrent ? 'line-current' : ''} ${row?.isTitle === true ? 'line-title' : ''}`}
      {...tree}
      {...(isTree ? { onClick: (event: MouseEvent) => click(event, panel, index) } : {})}
    >
      <span class="number" aria-hidden="true">
        {row === undefined || row.isTitle ? '' : row.line + 1}
      </span>
      {isTree && (
        <span class="fold" aria-hidden="true">
          {fold !== null && (
            <button
              type="button"
              tabIndex={-1}
              class={`fold-button ${fold.folded ? '' : 'is-open'}`}
              title={fold.folded ? t('Unfold (→)') : t('Fold (←)')}
              onClick={() => panel.stores.text.fold(index, !fold.folded)}
            >
              <Icon name="right" />
            </button>
          )}
        </span>
      )}
      <span class="line-text">
        {row !== undefined && <Coloured text={row.text} view={row.isTitle ? 'text' : view} marks={marks} shown={shown} links={!isTree} />}
        {fold?.folded === true && (
          <>
            <button type="button" tabIndex={-1} class="folded" title={t('Unfold (→)')} onClick={() => panel.stores.text.fold(index, false)}>
              … {fold.items}
            </button>
            <Coloured text={fold.tail} view={view} />
          </>
        )}
      </span>
      {isTree && row !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          class="icon-button row-menu"
          title={t('Actions for this value (Enter)')}
          aria-hidden="true"
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            panel.stores.text.moveTo(index);
            onMenu(index, box.right, box.bottom);
          }}
        >
          <Icon name="more" />
        </button>
      )}
    </div>
  );
});

/** A click on a URL writes a request for it, unless the click ends a selection. */
function click({ target }: MouseEvent, { stores: { text } }: Panel, row: number): void {
  text.moveTo(row);
  const isUrl = target instanceof Element && target.closest('.token-url') !== null;
  if (isUrl && (document.getSelection()?.isCollapsed ?? true)) text.act(row, 'makeRequest');
}

/** Handles a key in the tree, as in the ARIA practices and VS Code's trees. Returns whether it did. */
function actOnKey(event: KeyboardEvent, text: BodyText, mode: TextMode, onMenu: TextRowsProps['onMenu']): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const row = text.current.value;
  const command = ctrlKey || metaKey;
  if (key === 'c' && command && !altKey && !shiftKey && row !== null && (document.getSelection()?.toString() ?? '') === '') {
    text.act(row, 'copyValue');
    return true;
  }
  if (key.toLowerCase() === 'c' && shiftKey && altKey && row !== null) {
    text.act(row, 'copyPath');
    return true;
  }
  if (command || altKey || shiftKey) return false;
  const there = row === null ? undefined : text.rows.get(mode, row);
  switch (key) {
    case 'ArrowDown':
      text.moveTo(row === null ? text.firstInSight : row + 1);
      return true;
    case 'ArrowUp':
      text.moveTo(row === null ? text.firstInSight : row - 1);
      return true;
    case 'Home':
      text.moveTo(0);
      return true;
    case 'End':
      text.moveTo(Number.MAX_SAFE_INTEGER);
      return true;
    case 'ArrowRight':
      if (row === null || there?.fold === undefined || there.fold === null) return false;
      if (there.fold.folded) text.fold(row, false);
      else text.moveTo(row + 1);
      return true;
    case 'ArrowLeft':
      if (row === null || there === undefined) return false;
      if (there.fold !== null && !there.fold.folded) text.fold(row, true);
      else text.moveTo(text.parentOf(mode, row));
      return true;
    case 'Enter': {
      if (row === null) return false;
      const box = document.getElementById(rowId(row))?.getBoundingClientRect();
      if (box !== undefined) onMenu(row, box.left + 60, box.bottom);
      return true;
    }
    default:
      return false;
  }
}
