import type * as Later from './later.ts';

/** Loads the code that is not needed to open a window. */
export const onDemand = (): Promise<typeof Later> => import('./later.ts');
