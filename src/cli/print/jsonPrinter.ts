import { visibleJson } from '../../base/visible.ts';
import { valueToJson } from '../../base/value.ts';
import type { Sink } from '../output.ts';
import { eventToJson, reconnectToJson, recordToJson, type Reading } from './json.ts';
import type { Printer } from './printer.ts';

/** `--json`: one object, or an array of them. Each is written as soon as its request is over. */
export function jsonPrinter(out: Sink, reading: Reading, array: boolean): Printer {
  let count = 0;
  return {
    keeping: { bodies: true, streams: 'all' },
    begin() {},
    event() {},
    async finish(record, mask) {
      const text = visibleJson(valueToJson(await recordToJson(record, mask, reading, true), 2));
      out.raw(array ? `${count === 0 ? '[' : ','}\n${text}` : `${text}\n`);
      count++;
    },
    end() {
      if (array) out.raw(count === 0 ? '[]\n' : '\n]\n');
    },
  };
}

/** `--jsonl`: a line for each event and each seam between connections at once, then for each request a line with its summary. */
export function jsonLinesPrinter(out: Sink, reading: Reading): Printer {
  return {
    keeping: { bodies: true, streams: 'text' },
    begin() {},
    event(e, _record, mask) {
      if (e.kind === 'event') out.raw(`${visibleJson(eventToJson(e.event, mask))}\n`);
      if (e.kind === 'reconnecting') out.raw(`${visibleJson(reconnectToJson(e, mask))}\n`);
    },
    async finish(record, mask) {
      out.raw(`${visibleJson(valueToJson(new Map([['summary', await recordToJson(record, mask, reading, false)]])))}\n`);
    },
    end() {},
  };
}
