import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const served = new WeakSet<object>();

/** Focuses a field once for each `asked` object, not on every render. At once, so that the next key is typed into it. */
export function useAskedFocus(asked: object, input: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    if (served.has(asked)) return;
    served.add(asked);
    input.current?.focus();
    input.current?.select();
  }, [asked]);
}
