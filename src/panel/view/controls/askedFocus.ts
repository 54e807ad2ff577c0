import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { OpenedTool } from '../../panel.ts';

const served = new WeakSet<OpenedTool>();

/** Focuses a field once for each `asked` object, not on every render. At once, so that the next key is typed into it. */
export function useAskedFocus(asked: OpenedTool, input: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    if (asked.isRestored || served.has(asked)) return;
    served.add(asked);
    input.current?.focus();
    input.current?.select();
  }, [asked]);
}
