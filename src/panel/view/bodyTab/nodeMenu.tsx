import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { NodeAction } from '../../../protocol/bodyRows.ts';
import { placeMenu } from './placeMenu.ts';

const actionsOf = (isUrl: boolean): readonly (readonly [action: NodeAction, label: string, key: string])[] => [
  ['copyValue', t('Copy value'), 'Ctrl+C'],
  ['copyJson', t('Copy as JSON'), ''],
  ['copyPath', t('Copy JSONPath'), 'Shift+Alt+C'],
  ['copyReference', t('Copy path as in assertions'), ''],
  ['makeVariable', t('Create a variable…'), ''],
  ['makeAssertion', t('Create an assertion'), ''],
  ['makeSchema', t('Create a schema'), ''],
  ...(isUrl ? [['makeRequest', t('Create a request of this URL'), ''] as const] : []),
];

interface NodeMenuProps {
  readonly x: number;
  readonly y: number;
  /** The value is a URL. */
  readonly isUrl: boolean;
  readonly onAct: (action: NodeAction) => void;
  readonly onClose: () => void;
}

export function NodeMenu({ x, y, isUrl, onAct, onClose }: NodeMenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = (): readonly HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    placeMenu(element, { x, y, above: y });
    entries()[0]?.focus();
  }, [x, y]);

  function onKeyDown(event: KeyboardEvent): void {
    const all = entries();
    const at = all.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (to !== undefined) all[to]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={box}
      class="menu-list node-menu"
      role="menu"
      aria-label={t('Actions for this value')}
      onKeyDown={onKeyDown}
      onFocusOut={(event) => {
        if (!(event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget))) onClose();
      }}
    >
      {actionsOf(isUrl).map(([action, label, key]) => (
        <button type="button" key={action} class="menu-item" role="menuitem" onClick={() => onAct(action)}>
          <span>{label}</span>
          {key !== '' && <kbd>{key}</kbd>}
        </button>
      ))}
    </div>
  );
}
