// The reader of JavaScript, a bundle of its own: the script worker and those who check scripts need it.
export { parse, type AnyNode, type Node } from 'acorn';
export { scriptOptions } from './scriptOptions.ts';
export { scriptProblem } from './scriptProblem.ts';
