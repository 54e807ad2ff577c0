import type { JsonSource } from '../../base/values/value.ts';
import { scopeOf, textPathOf } from '../../language/index.ts';
import type { CollectionEvent, RequestResult, RequestRun, StreamText } from '../../runner/index.ts';
import { recordJson, type Reading } from '../print/jsonRecord.ts';
import { SendRecord } from './sendRecord.ts';

/** How the secrets of a finished request are masked. */
interface Masking {
  readonly mask: (text: string) => string;
  readonly secrets: () => readonly string[];
}

/** Converts each request of a run to the object of `req send --json`, with fields of the run. */
export interface RunRecords {
  take(e: CollectionEvent): void;
  /** JSON of a finished request in pieces, masked. */
  json(result: RequestResult, masking: Masking): Promise<Iterable<string>>;
}

/**
 * @param reading from the runner's bundle
 * @param signal of Ctrl+C, after which the rest of long texts is left out
 */
export function recordsAsJson(
  { StreamText, ...reading }: Reading & { readonly StreamText: new (path: string | undefined) => StreamText },
  signal: AbortSignal,
): RunRecords {
  const records = new Map<RequestRun, () => SendRecord>();
  const current = new Map<RequestRun, SendRecord>();
  return {
    take(e) {
      if (e.kind === 'request-started') {
        const { context, of } = e;
        records.set(of, () => {
          const streamText = new StreamText(textPathOf(context));
          const maySetSecret = scopeOf(context).secretNames.size > 0;
          return new SendRecord({ request: of.request, file: of.file, maySetSecret, streamText }, { bodies: true, streams: 'all' });
        });
      }
      if (e.kind !== 'request-event') return;
      // A retry starts a new record.
      if (e.event.kind === 'started') {
        const fresh = records.get(e.of)?.();
        if (fresh !== undefined) current.set(e.of, fresh);
      }
      current.get(e.of)?.apply(e.event);
    },
    async json(result, { mask, secrets }) {
      const { of, verdict, reason, tries } = result;
      const record = current.get(of);
      current.delete(of);
      records.delete(of);
      if (record === undefined) return ['null'];
      record.secrets = secrets;
      const own = new Map<string, JsonSource>([
        ['verdict', verdict],
        ['skipped', reason ?? null],
        ['tries', tries],
        ['iteration', of.unit.iteration.index],
        ['row', of.row?.row.origin.option ?? null],
        ['rowName', of.row?.name ?? null],
        ['neededBy', of.neededBy ?? null],
        ...(of.seed === undefined ? [] : ([['seed', of.seed]] as const)),
      ]);
      const wrap = (members: ReadonlyMap<string, JsonSource>): JsonSource => new Map([...members, ...own]);
      return recordJson(record, mask, reading, { withEvents: true, indent: 2, wrap, isCut: () => signal.aborted });
    },
  };
}
