// The third entry point of the language: code that only sending needs.
export { authAsWritten } from './semantics/auth/authAsWritten.ts';
export { effectiveDirective, sendOptions } from './semantics/request/sendOptions.ts';
export { resolveRequest } from './semantics/request/resolve.ts';
export { fromSentFirst, numberedStandIns, restoreStandIns } from './semantics/variables/standIns.ts';
export { Substitutions } from './semantics/variables/substitutions.ts';
export { framingProblem } from './semantics/request/framingProblem.ts';
export { Filler } from './semantics/values/fill.ts';
export { refsOf } from './features/navigation/derivedRefs.ts';
