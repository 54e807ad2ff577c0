import type { Block, DocumentTree, RequestIdentity } from '../../language/index.ts';
import type { KeptBody, Outcome, StreamEvent } from '../../runner/index.ts';
import type { Note } from './runNotes.ts';
import type { RunRecord } from './runRecord.ts';

/** A summary of a stored run that can be read alone. Contains no secrets. */
export interface StoredFacts {
  readonly version: 1;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly root: string;
  readonly uri: string;
  readonly request: RequestIdentity;
  readonly line: number;
  /** Directives that affect sending, without the `@`: `timeout 5s`. */
  readonly directives: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly environment: string | null;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly statusText: string;
  readonly failure: string | null;
  /** Milliseconds. */
  readonly duration: number;
  /** Bytes of the whole decoded body, stored or not. */
  readonly size: number;
  readonly tests: { readonly passed: number; readonly failed: number };
  /** All events of the stream, stored or not. */
  readonly events: number;
  /** Why the body is not stored completely; null if it is. */
  readonly lost: string | null;
}

const sendingDirectives = new Set(
  'timeout connect-timeout idle-timeout no-redirect max-redirects keep-auth-on-redirect no-cookie-jar insecure proxy resolve cacert cert key passphrase http2 unsafe-framing max-events max-time until text reconnect'.split(
    ' ',
  ),
);

/** The directives that affect sending, of a request and of the block for all requests of its file. */
export function directivesOf(tree: DocumentTree, block: Block): readonly string[] {
  const [first] = tree.blocks;
  const around = first === undefined || first === block || first.requestLine !== undefined ? [] : [first];
  return [...around, block].flatMap(({ directives }) =>
    directives.flatMap(({ name, argument }) =>
      sendingDirectives.has(name.text) ? [`${name.text} ${argument?.text ?? ''}`.trimEnd()] : [],
    ),
  );
}

/** A stored run, complete enough to be replayed. */
export interface StoredRun {
  readonly facts: StoredFacts;
  readonly notes: readonly Note[];
  readonly events: readonly StreamEvent[];
  readonly body: Uint8Array;
}

/**
 * Applies the events of a stored run to a new record.
 * @param body the body that the record uses
 */
export function replay(record: RunRecord, { facts, notes, events, body: bytes }: StoredRun, body: KeptBody): void {
  let replayed = 0;
  for (const { event, after } of notes) {
    if (event.kind === 'finished') {
      body.push(bytes);
      record.apply({ kind: 'chunk', at: event.at, bytes: bytes });
      if (facts.lost !== null) {
        body.received = facts.size;
        body.failure = facts.lost;
      }
    }
    for (; replayed < events.length && (events[replayed]?.index ?? 0) < after; replayed++) {
      const streamed = events[replayed];
      if (streamed !== undefined) record.apply({ kind: 'event', at: streamed.at, event: streamed });
    }
    record.apply(event);
  }
}
