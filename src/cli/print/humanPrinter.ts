import { retryText, reconnectMessage } from '../../base/events/reconnectMessage.ts';
import type { RunEvent } from '../../runner/index.ts';
import type { Output } from '../output/output.ts';
import { visibleLines } from '../../base/text/visible.ts';
import { shownPath } from '../world/shownPath.ts';
import { shownWhenCancelled, type SendRecord } from '../output/sendRecord.ts';
import { printDetails, printTimings } from './printDetails.ts';
import { printFailure } from './printFailure.ts';

import { LivePrinter } from './livePrinter.ts';
import { largeBody, printLargeBody, type BodyReading } from './largeBody.ts';
import { shownDuration, shownSize } from './printMeasures.ts';
import type { Mask, Printer } from './printer.ts';
import { eventLines, headerLines, printBody, statusLine } from './printResponse.ts';
import { printTests } from './printTests.ts';

export interface HumanOptions {
  readonly verbose: boolean;
  /** Prints status and headers on standard output even if it is no terminal. */
  readonly include: boolean;
  /** More than one request runs. */
  readonly several: boolean;
  /** The body is written to a file, or as it is to standard output. */
  readonly bodyElsewhere: boolean;
  /** Nothing but the body is written to standard output. */
  readonly bodyOnly: boolean;
}

/** Prints responses for people: the body (on a terminal also the head) on standard output, the rest on standard error. */
export function humanPrinter({ out, err }: Output, reading: BodyReading, options: HumanOptions): Printer {
  const { verbose, include, several, bodyElsewhere, bodyOnly } = options;
  const headOnOut = !bodyOnly && (out.isTty || include);
  const held: RunEvent[] = [];
  /** Warnings that are printed when all secrets are known. */
  const owed: string[] = [];
  const streams = (record: SendRecord): boolean => (record.stream !== undefined || record.isPrintedLive) && !bodyElsewhere;
  const live = bodyElsewhere
    ? undefined
    : new LivePrinter(out, (record, mask) => {
        record.isPrintedLive = true;
        printHead(record, mask);
      });

  return {
    keeping: { bodies: !bodyElsewhere, streams: 'none' },
    begin({ of: { request } }) {
      if (several) err.write(`${err.style('bold', `### ${visibleLines(request.name || request.title)}`)}\n`);
    },
    event(e, record, mask) {
      if (verbose) holdOrPrint(e, record, mask);
      live?.event(e, record, mask);
      if (e.kind === 'head' && streams(record)) printHead(record, mask);
      if (e.kind === 'redirect') for (const text of e.warnings) warn(text, mask);
      if (e.kind === 'console' && e.isOwn === true && !verbose) {
        if (record.of.maySetSecret) owed.push(e.text);
        else warn(e.text, mask);
      }
      if (e.kind === 'retrying') err.write(`${err.style('dim', `* ${visibleLines(mask(retryText(e)))}`)}\n`);
      if (e.kind === 'reconnecting') err.write(`${err.style('dim', `* ${visibleLines(mask(reconnectMessage(e)))}`)}\n`);
      if (e.kind === 'event' && !bodyElsewhere) out.inTurns(eventLines(e, mask, out, record.longestSecret), e.event.data.length);
    },
    async finish(record, mask) {
      live?.end(record, mask);
      for (const text of owed.splice(0)) warn(text, mask);
      if (record.head !== undefined && !streams(record)) {
        printHead(record, mask);
        if (!bodyElsewhere && record.bodySize > largeBody) await printLargeBody(record, mask, reading, out);
        else if (!bodyElsewhere) printBody(record, mask, reading.decode, out);
        if (!bodyElsewhere && record.isShortened)
          err.write(
            `\n${err.style('dim', `The first ${shownSize(shownWhenCancelled)} of ${shownSize(record.bodySize)} received are shown.`)}\n`,
          );
      }
      if (streams(record)) err.write(`${err.style('dim', measures(record))}\n`);
      if (record.savedTo !== undefined) err.write(`saved to ${shownPath(record.savedTo)}\n`);
      // A script that skips its request reports that on the console.
      if (!verbose && record.sent === undefined && record.failure === undefined)
        for (const { text } of record.console) err.write(`${visibleLines(mask(text))}\n`);
      if (verbose) printTimings(record, err);
      printTests(record, mask, err);
      if (record.failure !== undefined) printFailure(record.failure, err);
    },
    end() {},
  };

  function warn(text: string, mask: Mask): void {
    err.write(`${err.style('yellow', 'warning:')} ${visibleLines(mask(text))}\n`);
  }

  function printHead(record: SendRecord, mask: Mask): void {
    const { head } = record;
    if (head === undefined || (bodyOnly && !verbose)) return;
    const sink = headOnOut ? out : err;
    const measured = sink.isTty || !headOnOut;
    sink.write(`${statusLine(head, mask, sink)}${measured && !streams(record) ? `  ${sink.style('dim', measures(record))}` : ''}\n`);
    if (headOnOut || verbose) {
      for (const line of headerLines(head.headers, mask)) sink.write(`${sink.style('dim', line)}\n`);
      if (headOnOut) sink.write('\n');
    }
  }

  /** If a script may set a secret, its console output is printed after the next event, when the mask includes that secret. */
  function holdOrPrint(e: RunEvent, record: SendRecord, mask: Mask): void {
    if (e.kind === 'console' && record.of.maySetSecret) return void held.push(e);
    if (e.kind === 'test') return;
    for (const said of held.splice(0)) printDetails(said, mask, err);
    printDetails(e, mask, err);
  }
}

function measures({ timings, sizes }: SendRecord): string {
  return `${shownDuration(timings.total)}  ${shownSize(sizes.bodyDecoded)}`;
}
