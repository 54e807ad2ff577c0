// The third door to the language: what only a send needs.
export { sendOptions } from './semantics/options.ts';
export { resolveRequest } from './semantics/resolve.ts';
export { Substitutions } from './semantics/substitutions.ts';
