import type * as Later from './later.ts';

let loading: Promise<typeof Later> | undefined;

/** Loads the code that is not needed to open a window, once: the bundle copies all the names of what it imports each time. */
export const onDemand = (): Promise<typeof Later> => (loading ??= import('./later.ts'));
