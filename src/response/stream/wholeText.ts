import type { RunRecord } from '../record/runRecord.ts';

/** Number of events that are joined before other work may run. */
const sliceEvents = 250;

/** The joined text of a run's response, with secrets masked; undefined if it is not a chat. */
export async function wholeText({
  joinedText: { read, reading },
}: RunRecord): Promise<{ readonly text: string; readonly isCut: boolean } | undefined> {
  if (reading === undefined) return undefined;
  const { events } = read.stream;
  const joined = reading.makeText(reading.written, read.kind);
  for (let at = events.first; at < events.total;) {
    const page = events.page(at, sliceEvents);
    if (page.length === 0) break;
    for (const event of page) joined.push(event);
    at += page.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { text, cut, format } = joined.read();
  const isChat = reading.written !== undefined || (format !== 'data' && format !== 'path');
  return isChat ? { text, isCut: cut || events.first > 0 } : undefined;
}
