// Editor code that is loaded on first use: language features on demand, scripts, navigation, commands, curl.
export * from '../../language/onDemand.ts';
export { commandHandlers } from './commandHandlers.ts';
export { keepSecret } from '../secrets/index.ts';
export { curlActionsAt, pasteCurl } from './curlCommands.ts';
export { registerScripts } from '../scripts/registerScripts.ts';
export { registerHttpFiles } from '../providers/registerHttpFiles.ts';
export { registerNavigation } from '../providers/registerNavigation.ts';
