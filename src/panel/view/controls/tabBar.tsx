import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import { tabsThatFit } from '../../model/tabs/tabFit.ts';
import type { TabId } from '../../model/tabs/tabIds.ts';
import type { Tab } from '../../model/tabs/tabs.ts';
import { MenuButton } from './menu.tsx';

export const panelId = 'tab-panel';
export const tabId = (id: TabId): string => `tab-${id}`;

/** Px of the menu's button. */
const menuWidth = 24;

interface TabBarProps {
  readonly tabs: readonly Tab[];
  readonly active: TabId;
  readonly onChoose: (id: TabId) => void;
}

/** Tabs as in the ARIA practices: a single tab stop; arrows, Home and End select. A menu has those that do not fit. */
export function TabBar({ tabs, active, onChoose }: TabBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const hidden = useHiddenTabs(bar, tabs, active);
  /** The tab chosen by a key. A hidden one cannot have the focus before it is rendered as the active one. */
  const wanted = useRef<TabId | null>(null);
  useLayoutEffect(focusWanted);

  function onKeyDown(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.id === active);
    const to = target(event.key, at, tabs.length);
    const tab = to === null ? undefined : tabs[to];
    if (tab === undefined) return;
    event.preventDefault();
    choose(tab.id);
  }

  function choose(id: TabId): void {
    onChoose(id);
    wanted.current = id;
    focusWanted();
  }

  function focusWanted(): void {
    const id = wanted.current;
    if (id === null || hidden.has(id)) return;
    wanted.current = null;
    bar.current?.querySelector<HTMLElement>(`#${tabId(id)}`)?.focus();
  }

  const others = tabs.filter(({ id }) => hidden.has(id));
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={t('Response')} ref={bar} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            type="button"
            key={tab.id}
            id={tabId(tab.id)}
            class={hidden.has(tab.id) ? 'tab tab-hidden' : 'tab'}
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
      {others.length > 0 && (
        <MenuButton
          label={t('More tabs')}
          icon="skip"
          items={others.map(({ id, label, count }) => ({
            icon: 'none',
            label,
            detail: count ?? '',
            onChoose: () => choose(id),
          }))}
        />
      )}
    </div>
  );
}

/** Measures the tabs when their texts or the space change. */
function useHiddenTabs(bar: { readonly current: HTMLElement | null }, tabs: readonly Tab[], active: TabId): ReadonlySet<TabId> {
  const [hidden, setHidden] = useState<ReadonlySet<TabId>>(new Set());
  // Digits have the same width.
  const texts = tabs.map(({ id, label, count, tone }) => `${id} ${label} ${tone} ${count?.replaceAll(/\d/g, '0') ?? ''}`).join('\n');
  useLayoutEffect(() => {
    const box = bar.current?.parentElement ?? null;
    if (box === null || bar.current === null) return;
    const elements = [...bar.current.querySelectorAll<HTMLElement>('[role=tab]')];
    const measure = (): void => {
      const style = getComputedStyle(box);
      const fitting = tabsThatFit(
        elements.map((element) => element.offsetWidth),
        tabs.findIndex(({ id }) => id === active),
        {
          available: box.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
          gap: Number.parseFloat(style.columnGap),
          menu: menuWidth,
        },
        // A response can look successful although a test of it failed.
        tabs.flatMap(({ tone }, index) => (tone === 'failed' ? [index] : [])),
      );
      const now = new Set(tabs.flatMap(({ id }, index) => (fitting.has(index) ? [] : [id])));
      setHidden((before) => (before.size === now.size && [...now].every((id) => before.has(id)) ? before : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [texts, active]);
  return hidden;
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
