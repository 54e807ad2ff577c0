import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const served = new WeakSet<object>();

/** Focuses a field once for each `asked` object, not on every render. */
export function useAskedFocus(asked: object, input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (served.has(asked)) return;
    served.add(asked);
    input.current?.focus();
    input.current?.select();
  }, [asked]);
}
