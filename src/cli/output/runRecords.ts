import type { Value } from '../../base/values/value.ts';
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

/** @param runner decoder and stream reader from the runner's bundle */
export function recordsAsJson({
  StreamText,
  decode,
}: Reading & { readonly StreamText: new (path: string | undefined) => StreamText }): RunRecords {
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
      const own = new Map<string, Value>([
        ['verdict', verdict],
        ['skipped', reason ?? null],
        ['tries', tries],
        ['iteration', of.unit.iteration.index],
        ['row', of.row?.row.origin.option ?? null],
        ['rowName', of.row?.name ?? null],
        ['neededBy', of.neededBy ?? null],
        ...(of.seed === undefined ? [] : ([['seed', of.seed]] as const)),
      ]);
      const wrap = (members: ReadonlyMap<string, Value>): Value => new Map([...members, ...own]);
      return recordJson(record, mask, { decode }, { withEvents: true, indent: 2, wrap });
    },
  };
}
