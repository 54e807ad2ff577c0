// The JavaScript parser, a separate bundle for checking scripts.
export { scriptProblem } from './features/scripts/scriptProblem.ts';
