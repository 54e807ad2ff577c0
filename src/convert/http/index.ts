// Entry of the reading of `.http` files in place, loaded with the first such file.
export { dialectNamed } from './dialect.ts';
export { httpView } from './httpView.ts';
export { settingsEnvironments, sharedNames } from './settingsEnvironments.ts';
export type { Dialect } from './dialect.ts';
