// What the editor reads when something of it is needed first: the second door of the language, what shows scripts and finds
// one's way, what the commands do, and curl commands.
export * from '../../language/onDemand.ts';
export { commandHandlers } from './commandHandlers.ts';
export { keepSecret } from '../secrets/index.ts';
export { curlActionsAt, pasteCurl } from './curlCommands.ts';
export { registerScripts } from '../scripts/registerScripts.ts';
export { registerNavigation } from '../providers/registerNavigation.ts';
