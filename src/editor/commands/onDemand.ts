import type * as Later from './later.ts';

let loading: Promise<typeof Later> | undefined;

/** Loads code that opening a window does not need. Cached, because the bundle copies all imported names at each import. */
export const onDemand = (): Promise<typeof Later> => (loading ??= import('./later.ts'));
