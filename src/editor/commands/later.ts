// Editor code that is loaded on first use: language features on demand, scripts, navigation, commands, curl.
export * from '../../language/onDemand.ts';
export { commandHandlers } from './commandHandlers.ts';
export { registerScripts } from '../scripts/registerScripts.ts';
export { registerEditing } from '../providers/registerEditing.ts';
export { writeActionsAt } from '../providers/writeActions.ts';
export { registerHttpFiles } from '../providers/registerHttpFiles.ts';
export { registerNavigation } from '../providers/registerNavigation.ts';
