export { startThread as startScripts, type StartedThread as StartedScripts } from './script/thread/startedThread.ts';
