import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { BlockInput } from './rules.ts';

/** Tells which assertions and captures need events that Req keeps: of a long stream it keeps the first ones only. */
export function* keptEvents({ block: { assertions, captures } }: BlockInput): Generator<Diagnostic> {
  for (const { subject, left } of [...assertions, ...captures]) {
    if (subject?.kind !== 'path' || subject.root !== 'events' || (subject.steps.length === 1 && subject.steps[0] === 'length')) continue;
    const message =
      'Needs events that are kept: of a stream, Req keeps the first 64 MiB. Beyond that this fails. any, every, no and events where … count judge a stream of any size.';
    yield diagnostic('kept-events', 'hint', left, message);
  }
}
