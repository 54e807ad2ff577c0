import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { BlockInput } from './rules.ts';

/** Reports assertions and captures that need events which Req may drop: it stores only the first events of a long stream. */
export function* keptEvents({ block: { assertions, captures } }: BlockInput): Generator<Diagnostic> {
  for (const { subject, left } of [...assertions, ...captures]) {
    if (subject?.kind !== 'path' || subject.root !== 'events' || (subject.steps.length === 1 && subject.steps[0] === 'length')) continue;
    const message =
      'This reads events that Req has kept, at most the first 64 MiB of a stream: it fails for a larger one. any, every, no and events where … count judge streams of any size.';
    yield diagnostic('kept-events', 'hint', left, message);
  }
}
