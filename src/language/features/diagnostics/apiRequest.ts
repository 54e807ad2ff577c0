import type { Diagnostic } from '../../diagnostic.ts';
import { requestProblems } from '../openapi/requestProblems.ts';
import type { BlockInput } from './rules.ts';

/** Reports requests that the OpenAPI document of `@openapi` lacks, and parameters and body members that do not conform to it. */
export function* apiRequest({ view, block }: BlockInput): Generator<Diagnostic> {
  for (const { diagnostic } of requestProblems(view, block)) yield diagnostic;
}
