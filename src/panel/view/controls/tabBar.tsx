import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { TabId } from '../../model/tabIds.ts';
import type { Tab } from '../../model/tabs.ts';

export const panelId = 'tab-panel';
export const tabId = (id: TabId): string => `tab-${id}`;

interface TabBarProps {
  readonly tabs: readonly Tab[];
  readonly active: TabId;
  readonly onChoose: (id: TabId) => void;
}

/** Tabs as in the ARIA practices: a single tab stop; arrows, Home and End select. */
export function TabBar({ tabs, active, onChoose }: TabBarProps) {
  const bar = useRef<HTMLDivElement>(null);

  // Keep the active tab visible in a narrow panel.
  useEffect(() => {
    const observer = new ResizeObserver(() =>
      bar.current?.querySelector(`#${tabId(active)}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    if (bar.current !== null) observer.observe(bar.current);
    return () => observer.disconnect();
  }, [active]);

  function onKeyDown(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.id === active);
    const to = target(event.key, at, tabs.length);
    const tab = to === null ? undefined : tabs[to];
    if (tab === undefined) return;
    event.preventDefault();
    onChoose(tab.id);
    bar.current?.querySelector<HTMLElement>(`#${tabId(tab.id)}`)?.focus();
  }

  return (
    <div class="tabs" role="tablist" aria-label={t('Response')} ref={bar} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          type="button"
          key={tab.id}
          id={tabId(tab.id)}
          class="tab"
          role="tab"
          aria-selected={tab.id === active}
          aria-controls={panelId}
          aria-label={tab.countWords === null ? tab.label : `${tab.label}, ${tab.countWords}`}
          tabIndex={tab.id === active ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
          {tab.count !== null && <span class={`count count-${tab.tone}`}>{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}

function target(key: string, at: number, length: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % length;
    case 'ArrowLeft':
      return (at - 1 + length) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
