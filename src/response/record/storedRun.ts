import type { Block, DocumentTree, RequestIdentity } from '../../language/index.ts';
import type { KeptBody, Outcome, StreamEvent } from '../../runner/index.ts';
import type { Note } from './runNotes.ts';
import type { RunRecord } from './runRecord.ts';

/** What is known of a run without reading all of it. Nothing in it is a secret. */
export interface StoredFacts {
  readonly version: 1;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The collection's. */
  readonly root: string;
  /** Of the text the request is in. */
  readonly uri: string;
  readonly request: RequestIdentity;
  readonly line: number;
  /** Those that say how it goes out, without the `@`: `timeout 5s`. */
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
  /** Bytes of the decoded body, those that are not kept included. */
  readonly size: number;
  readonly tests: { readonly passed: number; readonly failed: number };
  /** Events of the stream, those that are not kept included. */
  readonly events: number;
  /** Why the body is not kept, or not all of it. */
  readonly lost: string | null;
}

const wayOut = new Set(
  'timeout connect-timeout idle-timeout no-redirect max-redirects keep-auth-on-redirect no-cookie-jar insecure proxy resolve cacert cert key passphrase http2 unsafe-framing max-events max-time text reconnect'.split(
    ' ',
  ),
);

/** The directives of a request, and of the block around the file's requests, that say how it goes out. */
export function directivesOf(tree: DocumentTree, block: Block): readonly string[] {
  const [first] = tree.blocks;
  const around = first === undefined || first === block || first.requestLine !== undefined ? [] : [first];
  return [...around, block].flatMap(({ directives }) =>
    directives.flatMap(({ name, argument }) => (wayOut.has(name.text) ? [`${name.text} ${argument?.text ?? ''}`.trimEnd()] : [])),
  );
}

/** A run as it is kept: enough to tell all of it again. */
export interface StoredRun {
  readonly facts: StoredFacts;
  readonly notes: readonly Note[];
  readonly events: readonly StreamEvent[];
  readonly body: Uint8Array;
}

/** Tells a record again what its run told. `body`: what the record was given to keep the bytes. */
export function replay(record: RunRecord, { facts, notes, events, body: bytes }: StoredRun, body: KeptBody): void {
  let told = 0;
  for (const { event, after } of notes) {
    if (event.kind === 'finished') {
      body.push(bytes);
      record.apply({ kind: 'chunk', at: event.at, bytes: bytes });
      if (facts.lost !== null) {
        body.received = facts.size;
        body.failure = facts.lost;
      }
    }
    for (; told < events.length && (events[told]?.index ?? 0) < after; told++) {
      const streamed = events[told];
      if (streamed !== undefined) record.apply({ kind: 'event', at: streamed.at, event: streamed });
    }
    record.apply(event);
  }
}
