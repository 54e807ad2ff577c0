import { spellingWindow } from '../../base/mask.ts';
import { formatJson } from '../../base/jsonFormat.ts';
import { visibleText } from '../../base/visible.ts';
import { isJsonType, type Header } from '../../language/index.ts';
import type { ResponseHead, StreamEvent } from '../../runner/index.ts';
import { bodyText, type Decode } from '../output/decodedBodies.ts';
import type { Sink, Style } from '../output/output.ts';
import { visibleLines } from '../../base/visible.ts';
import { shownWhenCancelled, type SendRecord } from '../output/sendRecord.ts';
import { contentTypeOf } from './jsonRecord.ts';
import { shownDuration, shownSize } from './printMeasures.ts';
import type { Mask } from './printer.ts';

function styleOf(status: number): Style {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  if (status >= 300) return 'cyan';
  return 'green';
}

/** `HTTP/1.1 201 Created`, colored by class. */
export function statusLine({ httpVersion, status, statusText }: ResponseHead, mask: Mask, sink: Sink): string {
  const text = statusText === '' ? '' : ` ${visibleText(mask(statusText))}`;
  return `HTTP/${httpVersion} ${sink.style(styleOf(status), `${status}${text}`)}`;
}

export const headerLines = (headers: readonly Header[], mask: Mask): readonly string[] =>
  headers.map(([name, value]) => visibleText(mask(`${name}: ${value}`)));

/** One event: time, type and data. Further lines of the data are indented. */
export const eventLines = (event: StreamEvent, mask: Mask, sink: Sink, longestSecret = 0): string =>
  eventParts(event, mask, sink, longestSecret).join('');

/**
 * Like `eventLines` in parts, which saves a copy of the data.
 * @param longestSecret length of the longest secret in UTF-16 units; 0 for none
 */
export function eventParts({ at, event, data, complete }: StreamEvent, mask: Mask, sink: Sink, longestSecret: number): readonly string[] {
  const time = shownDuration(at).padStart(9);
  const type = visibleText(mask(event));
  // After Ctrl+C only the start of an incomplete event is printed.
  const isShortened = !complete && data.length > shownWhenCancelled;
  // Mask beyond the cut, to find a secret that crosses it.
  const masked = isShortened
    ? mask(data.slice(0, shownWhenCancelled + spellingWindow(longestSecret))).slice(0, shownWhenCancelled)
    : mask(data);
  const indent = ' '.repeat(time.length + type.length + 4);
  const text = visibleLines(masked).replaceAll('\n', `\n${indent}`);
  const left = isShortened ? `, the first ${shownSize(shownWhenCancelled)} of ${shownSize(data.length)} are shown` : '';
  const note = complete ? '' : sink.style('yellow', `  (incomplete${left})`);
  return [`${sink.style('dim', time)}  ${sink.style('cyan', type)}  `, text, `${note}\n`];
}

/** Prints a body: JSON formatted, text as UTF-8, binary data as one line on a terminal and unchanged elsewhere. */
export function printBody(record: SendRecord, mask: Mask, decode: Decode, out: Sink): void {
  const bytes = record.body();
  if (bytes.length === 0) return;
  const contentType = contentTypeOf(record);
  const text = bodyText(bytes, contentType, decode);
  if (text === undefined || (out.isTty && text.includes('\0'))) {
    if (out.isTty) out.write(`(${contentType ?? 'binary'}, ${shownSize(bytes.length)}: save it with -o FILE)\n`);
    else out.raw(bytes);
    return;
  }
  const isJson = contentType === undefined ? /^\s*[{[]/.test(text) : isJsonType(contentType);
  const shown = mask(isJson ? formatJson(text) : text);
  const end = (out.isTty || isJson) && !shown.endsWith('\n') ? '\n' : '';
  out[out.isTty ? 'write' : 'raw'](shown + end);
}
