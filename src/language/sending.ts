// The third door to the language: what only a send needs.
export { sendOptions } from './semantics/request/sendOptions.ts';
export { resolveRequest } from './semantics/request/resolve.ts';
export { Substitutions } from './semantics/variables/substitutions.ts';
