import { useCallback, useEffect, useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { TextMode } from '../../../protocol/bodyRows.ts';
import type { BodyView } from '../../../protocol/messages.ts';
import type { TextLanguage } from '../../../protocol/preview.ts';
import type { Body } from '../../model/runModel.ts';
import { hasUrl } from '../../model/tokens/urlsIn.ts';
import type { Panel } from '../../panel.ts';
import { IconButton } from '../controls/button.tsx';
import { FilterBar } from '../stream/filterBar.tsx';
import { Icon } from '../controls/icons.tsx';
import { MenuButton } from '../controls/menu.tsx';
import { NodeMenu } from './nodeMenu.tsx';
import { SearchBar } from './searchBar.tsx';
import { TextRows } from './textRows.tsx';

interface TextBodyProps {
  readonly panel: Panel;
  readonly view: BodyView | TextLanguage;
  readonly mode: TextMode;
  readonly wrap: boolean;
}

export function TextBody({ panel, view, mode, wrap }: TextBodyProps) {
  const { text } = panel.stores;
  const tools = panel.textTools.value;
  const [menu, setMenu] = useState<{ readonly row: number; readonly x: number; readonly y: number } | null>(null);
  void panel.frame.value;
  const isTree = view === 'json' && mode === 'pretty';

  // The menu's row belongs to another body.
  useEffect(() => setMenu(null), [text]);

  useTextKeys(panel, text);

  useEffect(() => {
    panel.showText(true);
    return () => panel.showText(false);
  }, [panel]);

  const openMenu = useCallback(
    (row: number, x: number, y: number): void => {
      panel.stores.text.moveTo(row);
      setMenu({ row, x, y });
    },
    [panel],
  );
  const focusRows = (): void => document.querySelector<HTMLElement>('.lines')?.focus();
  const wrongAt = text.rows.measured(mode)?.wrongAt ?? null;
  return (
    <>
      {tools.find !== null && (
        <SearchBar
          text={text}
          asked={tools.find}
          onClose={() => {
            panel.closeTool('find');
            focusRows();
          }}
        />
      )}
      {tools.filter !== null && isTree && (
        <FilterBar
          text={text}
          asked={tools.filter}
          onClose={() => {
            panel.closeTool('filter');
            focusRows();
          }}
        />
      )}
      {wrongAt !== null && (
        <p class="body-note">
          <Icon name="info" />
          <span>{t('Shown as received: not JSON at line {0}, column {1}.', wrongAt.line, wrongAt.column)}</span>
        </p>
      )}
      {text.isFiltered && text.filter.value.result?.count === 0 ? (
        <p class="calm">{t('No values match the query.')}</p>
      ) : (
        <TextRows key={`${mode} ${wrap ? 'wrapped' : ''}`} panel={panel} view={view} mode={mode} wrap={wrap} onMenu={openMenu} />
      )}
      {menu !== null && (
        <NodeMenu
          x={menu.x}
          y={menu.y}
          isUrl={hasUrl(text.rows.get(mode, menu.row)?.text ?? '')}
          onAct={(action) => {
            text.act(menu.row, action);
            setMenu(null);
            focusRows();
          }}
          onClose={() => {
            setMenu(null);
            focusRows();
          }}
        />
      )}
    </>
  );
}

/** Ctrl+F opens the search, F3 moves to the next match, wherever the focus is. */
function useTextKeys(panel: Panel, text: Panel['stores']['text']): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const command = event.ctrlKey || event.metaKey;
      if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f') panel.openTool('find');
      else if (event.key === 'F3') text.step(event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
      // Otherwise VS Code runs the command of the key too, which takes the focus once more and selects what was typed since.
      event.stopPropagation();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [panel, text]);
}

const levels = [1, 2, 3, 4, 5] as const;

export function TextTools({ panel, body, mode }: { readonly panel: Panel; readonly body: Body; readonly mode: TextMode }) {
  const { text } = panel.stores;
  const tools = panel.textTools.value;
  const isTree = body.view === 'json' && mode === 'pretty';
  const toggle = (tool: 'find' | 'filter'): void => (tools[tool] === null ? panel.openTool(tool) : panel.closeTool(tool));
  return (
    <>
      <IconButton icon="search" label={t('Search the body (Ctrl+F)')} pressed={tools.find !== null} onClick={() => toggle('find')} />
      {isTree && (
        <>
          <IconButton icon="filter" label={t('Filter by JSONPath')} pressed={tools.filter !== null} onClick={() => toggle('filter')} />
          <MenuButton
            label={t('Fold')}
            icon="fold"
            items={[
              { icon: 'down', label: t('Unfold all'), onChoose: () => text.foldLevel(null) },
              ...levels.map((level) => ({
                icon: 'right' as const,
                label: t('Fold from level {0}', level),
                onChoose: () => text.foldLevel(level),
              })),
            ]}
          />
        </>
      )}
    </>
  );
}
