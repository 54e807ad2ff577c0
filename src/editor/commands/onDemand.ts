import type * as Later from './later.ts';

/** What opening a window does not wait for, read when something of it is needed first. */
export const onDemand = (): Promise<typeof Later> => import('./later.ts');
