// Editor code that is loaded on first use: language features on demand, scripts, navigation, commands, curl.
export * from '../../language/onDemand.ts';
export { rowName, rowNaming } from '../../language/index.ts';
export { commandHandlers } from './commandHandlers.ts';
export { registerScripts } from '../scripts/registerScripts.ts';
export { registerEditing } from '../providers/editing/registerEditing.ts';
export { writeActionsAt } from '../providers/actions/writeActions.ts';
export { registerHttpFiles } from '../providers/registerHttpFiles.ts';
export { registerNavigation } from '../providers/navigation/registerNavigation.ts';
