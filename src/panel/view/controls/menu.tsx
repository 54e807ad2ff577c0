import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { placeMenu } from '../bodyTab/placeMenu.ts';
import { Icon, type IconName } from './icons.tsx';
import { Text } from './text.tsx';

export interface MenuItem {
  readonly icon: IconName;
  readonly label: string;
  /** Right-aligned text. */
  readonly detail?: string;
  readonly disabled?: boolean;
  /** Set for an item that is on or off. */
  readonly checked?: boolean;
  /** The menu stays open for another choice. */
  readonly stays?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly icon?: IconName;
  readonly word?: string;
}

/** A button that opens a menu, with the keys of the ARIA practices: arrows, Home and End move, Escape closes and restores the focus. */
export function MenuButton({ label, items, icon = 'more', word }: MenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const entries = (): readonly HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? [])];

  // After each render, because items may have been added.
  useLayoutEffect(() => {
    const list = box.current?.querySelector<HTMLElement>('.menu-list') ?? null;
    if (box.current === null || list === null) return;
    const { right, bottom, top } = box.current.getBoundingClientRect();
    placeMenu(list, { x: right - list.offsetWidth, y: bottom, above: top });
  });

  // At once, so that the next key moves in the menu.
  useLayoutEffect(() => {
    if (open) entries()[0]?.focus();
  }, [open]);

  function close(): void {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!open) return;
    const all = entries();
    const at = all.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (to !== undefined) all[to]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <div
      class="menu"
      ref={box}
      onKeyDown={onKeyDown}
      onFocusOut={(event) => {
        if (!(event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget))) setOpen(false);
      }}
    >
      <button
        type="button"
        class={word === undefined ? 'icon-button' : 'icon-button with-word'}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        {word !== undefined && <span>{word}</span>}
      </button>
      {open && (
        <div class="menu-list" role="menu" aria-label={label}>
          {items.map((item) => (
            <Entry
              key={item.label}
              item={item}
              onChoose={() => {
                if (item.stays !== true) close();
                item.onChoose();
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function Entry({ item, onChoose }: { readonly item: MenuItem; readonly onChoose: () => void }) {
  return (
    <button
      type="button"
      class="menu-item"
      role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={item.checked}
      disabled={item.disabled}
      onClick={onChoose}
    >
      <Icon name={item.icon} />
      <span class="menu-label">
        <Text text={item.label} />
      </span>
      {item.detail !== undefined && item.detail !== '' && <span class="menu-detail">{item.detail}</span>}
    </button>
  );
}
