import { formatJson } from '../../base/json/jsonFormat.ts';
import { t } from '../../base/l10n.ts';
import type { EventLog } from './eventLog.ts';

/** Maximum UTF-16 units: of data to format, of a line, and of a page of lines. */
const formattedLimit = 8_000_000;
const lineLimit = 20_000;
const pageUnits = 2_000_000;

/** The data of one event as lines, as received or as formatted JSON. Caches the last event. */
export class EventLines {
  readonly #events: EventLog;
  #shown: { readonly index: number; readonly mode: 'pretty' | 'raw'; readonly lines: readonly string[] } | undefined;

  constructor(events: EventLog) {
    this.#events = events;
  }

  /** Lines from `start` on. Long lines are cut; has fewer lines than `count` if many are long. */
  read(index: number, mode: 'pretty' | 'raw', start: number, count: number): { readonly total: number; readonly lines: readonly string[] } {
    const all = this.#of(index, mode);
    const page = all
      .slice(start, start + count)
      .map((line) =>
        line.length > lineLimit ? `${line.slice(0, lineLimit)} … ${t('{0} more characters', line.length - lineLimit)}` : line,
      );
    let units = 0;
    const fitting = page.findIndex((line) => (units += line.length) > pageUnits);
    return { total: all.length, lines: fitting < 0 ? page : page.slice(0, Math.max(1, fitting)) };
  }

  #of(index: number, mode: 'pretty' | 'raw'): readonly string[] {
    if (this.#shown?.index === index && this.#shown.mode === mode) return this.#shown.lines;
    const data = this.#events.get(index)?.data ?? '';
    const shown = mode === 'pretty' && data.length <= formattedLimit ? formatJson(data) : data;
    const lines = shown.split(/\r\n|\n|\r/);
    this.#shown = { index, mode, lines };
    return lines;
  }
}
