// What the editor reads when something of it is needed first: the second door of the language, and what shows scripts and
// finds one's way.
export * from '../language/onDemand.ts';
export { registerScripts } from './scripts/registerScripts.ts';
export { registerNavigation } from './registerNavigation.ts';
