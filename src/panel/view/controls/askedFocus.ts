import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const served = new WeakSet<object>();

/** Gives a field the focus as often as that is asked for, by another object each time: not where the field is only drawn again. */
export function useAskedFocus(asked: object, input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (served.has(asked)) return;
    served.add(asked);
    input.current?.focus();
    input.current?.select();
  }, [asked]);
}
