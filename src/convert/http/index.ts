// Entry of the reading of `.http` files in place, loaded with the first such file.
export { dialectNamed, httpView } from './httpView.ts';
export { settingsEnvironments, sharedNames } from './settingsEnvironments.ts';
export type { Dialect } from './dialect.ts';
