import type { Diagnostic } from '../../diagnostic.ts';
import { requestProblems } from '../openapi/requestProblems.ts';
import type { BlockInput } from './rules.ts';

/** Reports requests that the OpenAPI document of `@openapi` does not have, and parameters and members of bodies that do not fit it. */
export function* apiRequest({ view, block }: BlockInput): Generator<Diagnostic> {
  for (const { diagnostic } of requestProblems(view, block)) yield diagnostic;
}
