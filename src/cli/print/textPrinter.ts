import type { StreamText, TextMark } from '../../runner/index.ts';
import { bodyText } from '../output/decodedBodies.ts';
import type { Output } from '../output/output.ts';
import { shownWhenCancelled, type SendRecord } from '../output/sendRecord.ts';
import { humanPrinter } from './humanPrinter.ts';
import { contentTypeOf } from './jsonRecord.ts';
import { largeBody, printLargeBody, type BodyReading } from './largeBody.ts';
import type { Mask, Printer } from './printer.ts';
import { printBody } from './printResponse.ts';
import { TextPieces } from './textPieces.ts';
import { slices, startOf } from './wholePieces.ts';

/** Number of events after which the data of a stream of an unknown format is used as its text. */
const unknownAfter = 5;

/** Maximum bytes of a response without streaming that is searched for a text. */
const wholeLimit = 1024 * 1024;

/** Functions for reading bodies and texts. Commands that send load the runner. */
export interface TextReading extends BodyReading {
  readonly StreamText: typeof StreamText;
}

/** `--text`: the joined text of a stream, or of a known API's response, on standard output; everything else on standard error. */
export function textPrinter({ out, err }: Output, reading: TextReading, options: { verbose: boolean; several: boolean }): Printer {
  const others = humanPrinter({ out, err }, reading, { ...options, include: false, bodyElsewhere: true, bodyOnly: true });
  let pieces = new TextPieces();
  let mark: TextMark | undefined;
  let endsLine = true;

  function printGrowth({ of: { streamText }, secrets, failure }: SendRecord, mask: Mask, isOver: boolean): void {
    const { format, events } = streamText.numbers();
    if (format === 'data' && events < unknownAfter && !isOver) return;
    const growth = streamText.textSince(mark);
    mark = growth.mark;
    const size = totalLength(growth.pieces);
    const isShortened = failure?.kind === 'cancelled' && size > shownWhenCancelled;
    const printed = isShortened ? [startOf('', growth.pieces, shownWhenCancelled)] : growth.pieces;
    out.inTurns(shownOf(printed, mask, secrets), isShortened ? shownWhenCancelled : size);
    if (isShortened) err.write('warning: after Ctrl+C, the rest of the text is left out\n');
  }

  function* shownOf(received: readonly string[], mask: Mask, secrets: () => readonly string[]): Generator<string> {
    for (const piece of slices('', received)) {
      const shown = pieces.push(piece, mask, secrets());
      if (shown !== '') endsLine = shown.endsWith('\n');
      yield shown;
    }
  }

  function* endOf(mask: Mask): Generator<string> {
    const shown = pieces.end(mask);
    if (shown !== '' || !endsLine) yield withLineEnd(shown);
  }

  const withLineEnd = (text: string): string => (out.isTty && !text.endsWith('\n') ? `${text}\n` : text);

  async function printWhole(record: SendRecord, mask: Mask): Promise<void> {
    const { toolCalls, text } = wholeText(record, reading)?.read() ?? { toolCalls: [], text: undefined };
    if (text === undefined)
      return record.bodySize > largeBody ? printLargeBody(record, mask, reading, err) : printBody(record, mask, reading.decode, err);
    out.write(withLineEnd(mask(text)));
    noteCalls(toolCalls.length);
  }

  function noteCalls(count: number): void {
    if (count > 0)
      err.write(
        `${err.style('dim', `${count === 1 ? 'A tool call is' : `${count} tool calls are`} left out. Use --json to print all.`)}\n`,
      );
  }

  return {
    keeping: { bodies: true, streams: 'text' },
    begin(record) {
      [pieces, mark, endsLine] = [new TextPieces(), undefined, true];
      others.begin(record);
    },
    event(e, record, mask) {
      if (e.kind === 'event') printGrowth(record, mask, false);
      others.event(e, record, mask);
    },
    async finish(record, mask) {
      if (record.stream !== undefined) {
        printGrowth(record, mask, true);
        out.inTurns(endOf(mask), 0);
      } else if (record.head !== undefined) await printWhole(record, mask);
      if (record.stream !== undefined) {
        noteCalls(record.of.streamText.toolCalls().length);
        if (record.of.streamText.numbers().cut) err.write('warning: the text is too long to keep, and its end is missing\n');
      }
      await others.finish(record, mask);
    },
    end: () => others.end(),
  };
}

const totalLength = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** The text of a response without streaming; undefined if its format is unknown. */
function wholeText(record: SendRecord, { decode, StreamText: Text }: TextReading): StreamText | undefined {
  if (record.bodySize > wholeLimit) return undefined;
  const data = bodyText(record.body(), contentTypeOf(record), decode);
  if (data === undefined) return undefined;
  const whole = new Text(record.of.textPath, undefined, 'whole');
  whole.push({ at: 0, complete: true, data });
  const { format } = whole.numbers();
  return format === 'data' || (format === 'path' && record.of.textPath === undefined) ? undefined : whole;
}
