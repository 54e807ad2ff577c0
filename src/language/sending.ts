// The third door to the language: what only a send needs.
export { resolveRequest } from './semantics/resolve.ts';
