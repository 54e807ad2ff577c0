import { spellingWindow } from '../../base/masks/mask.ts';
import { formatJson } from '../../base/json/jsonFormat.ts';
import { visibleText } from '../../base/text/visible.ts';
import { isJsonType, type Header } from '../../language/index.ts';
import type { ResponseHead, StreamEvent } from '../../runner/index.ts';
import { bodyText, type Decode } from '../output/decodedBodies.ts';
import type { Sink, Style } from '../output/output.ts';
import { shownWhenCancelled, type SendRecord } from '../output/sendRecord.ts';
import { contentTypeOf } from './jsonRecord.ts';
import { MaskedPieces } from './maskedPieces.ts';
import { shownDuration, shownSize } from './printMeasures.ts';
import type { Mask, StreamedEvent } from './printer.ts';
import { largeText, slices, startOf, wholePieces } from './wholePieces.ts';

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

/**
 * One event for `write`, in pieces: time, type and data. Further lines of the data are indented.
 * @param longestSecret length of the longest secret in UTF-16 units; 0 for none
 */
export function* eventLines({ event, pieces }: StreamedEvent, mask: Mask, sink: Sink, longestSecret: number): Generator<string> {
  const time = shownDuration(event.at).padStart(9);
  const type = visibleText(mask(event.event));
  const indent = ' '.repeat(time.length + type.length + 4);
  let head = `${sink.style('dim', time)}  ${sink.style('cyan', type)}  `;
  if (event.data.length <= largeText) return yield `${head}${mask(event.data).replaceAll('\n', `\n${indent}`)}${noteOf(event, sink)}\n`;
  for (const piece of wholePieces(eventText({ event, pieces }, mask, longestSecret))) {
    yield head + piece.replaceAll('\n', `\n${indent}`);
    head = '';
  }
  yield `${head}${noteOf(event, sink)}\n`;
}

/** After Ctrl+C only the start of an incomplete event is printed. */
const isShortened = ({ complete, data }: StreamEvent): boolean => !complete && data.length > shownWhenCancelled;

function* eventText({ event, pieces }: StreamedEvent, mask: Mask, longestSecret: number): Generator<string> {
  // Mask beyond the cut, to find a secret that crosses it.
  if (isShortened(event))
    return yield mask(startOf(event.data, pieces, shownWhenCancelled + spellingWindow(longestSecret))).slice(0, shownWhenCancelled);
  const masked = new MaskedPieces(mask, longestSecret);
  for (const piece of slices(event.data, pieces)) yield masked.push(piece);
  yield masked.end();
}

function noteOf(event: StreamEvent, sink: Sink): string {
  if (event.complete) return '';
  const left = isShortened(event) ? `, the first ${shownSize(shownWhenCancelled)} of ${shownSize(event.data.length)} are shown` : '';
  return sink.style('yellow', `  (incomplete${left})`);
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
