import type { JsonSource } from '../../base/values/value.ts';
import { visibleJson, visibleJsonPieces } from '../../base/text/visible.ts';
import type { Sink } from '../output/output.ts';
import { otherTasks } from '../output/turns.ts';
import { eventPieces, eventToJson, reconnectToJson, recordJson, type Reading } from './jsonRecord.ts';
import type { Printer } from './printer.ts';
import { largeText } from './wholePieces.ts';

/** Length limit in UTF-16 units of the joined stream text in the summary of `--jsonl`. The event lines contain all of it. */
const summaryText = 1024 * 1024;

async function writePieces(out: Sink, pieces: Iterable<string>): Promise<void> {
  for (const piece of visibleJsonPieces(pieces)) {
    out.raw(piece);
    const others = otherTasks();
    if (others !== undefined) await others;
  }
}

/** `--json`: one object or an array. Each request is written at its end. */
export function jsonPrinter(out: Sink, reading: Reading, array: boolean): Printer {
  let count = 0;
  return {
    keeping: { bodies: true, streams: 'all' },
    begin() {},
    event() {},
    async finish(record, mask) {
      if (array) out.raw(`${count === 0 ? '[' : ','}\n`);
      await writePieces(out, await recordJson(record, mask, reading, { withEvents: true, indent: 2 }));
      if (!array) out.raw('\n');
      count++;
    },
    end() {
      if (array) out.raw(count === 0 ? '[]\n' : '\n]\n');
    },
  };
}

/** `--jsonl`: one line per event and reconnect as it happens, then one summary line per request. */
export function jsonLinesPrinter(out: Sink, reading: Reading): Printer {
  return {
    keeping: { bodies: true, streams: 'text', streamText: summaryText },
    begin() {},
    event(e, record, mask) {
      if (e.kind === 'event' && e.event.data.length <= largeText) out.raw(`${visibleJson(eventToJson(e.event, mask))}\n`);
      else if (e.kind === 'event') out.inTurns(visibleJsonPieces(eventPieces(e, mask, record.longestSecret)), e.event.data.length, 'raw');
      if (e.kind === 'reconnecting') out.raw(`${visibleJson(reconnectToJson(e, mask))}\n`);
    },
    async finish(record, mask) {
      const wrap = (summary: JsonSource): JsonSource => new Map([['summary', summary]]);
      await writePieces(out, await recordJson(record, mask, reading, { withEvents: false, wrap }));
      out.raw('\n');
    },
    end() {},
  };
}
