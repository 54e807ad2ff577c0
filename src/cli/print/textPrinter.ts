import { StreamText, type TextMark } from '../../runner/index.ts';
import { bodyText } from '../output/decodedBodies.ts';
import type { Output } from '../output/output.ts';
import type { SendRecord } from '../output/sendRecord.ts';
import { humanPrinter } from './humanPrinter.ts';
import { contentTypeOf } from './jsonRecord.ts';
import type { BodyReading } from './largeBody.ts';
import type { Mask, Printer } from './printer.ts';
import { printBody } from './printResponse.ts';
import { TextPieces } from './textPieces.ts';

/** Events after which the data of a stream of an unknown format counts as its text. */
const unknownAfter = 5;

/** Bytes of a response without streaming that is searched for a text. */
const wholeLimit = 1024 * 1024;

/** `--text`: the joined text of a stream, or of a known API's response, on standard output; everything else on standard error. */
export function textPrinter({ out, err }: Output, reading: BodyReading, options: { verbose: boolean; several: boolean }): Printer {
  const others = humanPrinter({ out, err }, reading, { ...options, include: false, bodyElsewhere: true, bodyOnly: true });
  let pieces = new TextPieces();
  let mark: TextMark | undefined;
  let endsLine = true;

  function print(text: string): void {
    if (text === '') return;
    out.write(text);
    endsLine = text.endsWith('\n');
  }

  function printGrowth({ of: { streamText }, secrets }: SendRecord, mask: Mask, isOver: boolean): void {
    const { format, events } = streamText.numbers();
    if (format === 'data' && events < unknownAfter && !isOver) return;
    const growth = streamText.growth(mark);
    mark = growth.mark;
    print(pieces.push(growth.text, mask, secrets()));
  }

  function printWhole(record: SendRecord, mask: Mask): void {
    const { toolCalls, text } = wholeText(record, reading)?.read() ?? { toolCalls: [], text: undefined };
    if (text === undefined) return printBody(record, mask, reading.decode, err);
    print(mask(text));
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
      [pieces, mark] = [new TextPieces(), undefined];
      others.begin(record);
    },
    event(e, record, mask) {
      if (e.kind === 'event') printGrowth(record, mask, false);
      others.event(e, record, mask);
    },
    async finish(record, mask) {
      if (record.stream !== undefined) {
        printGrowth(record, mask, true);
        print(pieces.end(mask));
      } else if (record.head !== undefined) printWhole(record, mask);
      if (out.isTty && !endsLine) print('\n');
      if (record.stream !== undefined) {
        noteCalls(record.of.streamText.toolCalls().length);
        if (record.of.streamText.numbers().cut) err.write('warning: the text is too long to keep, and its end is missing\n');
      }
      await others.finish(record, mask);
    },
    end: () => others.end(),
  };
}

/** The text of a response without streaming; undefined if its format is unknown. */
function wholeText(record: SendRecord, { decode }: BodyReading): StreamText | undefined {
  if (record.bodySize > wholeLimit) return undefined;
  const data = bodyText(record.body(), contentTypeOf(record), decode);
  if (data === undefined) return undefined;
  const whole = new StreamText(record.of.textPath, undefined, 'whole');
  whole.push({ at: 0, complete: true, data });
  const { format } = whole.numbers();
  return format === 'data' || (format === 'path' && record.of.textPath === undefined) ? undefined : whole;
}
