// The reader of JavaScript, a bundle of its own for those who check scripts.
export { scriptProblem } from './features/scripts/scriptProblem.ts';
