import { messageText } from '../../base/requestText.ts';
import type { Output } from '../output/output.ts';
import { visibleLines } from '../../base/text/visible.ts';
import { printConsole } from './printDetails.ts';
import { printFailure } from './printFailure.ts';
import type { Printer } from './printer.ts';
import { requestBody } from './requestMessage.ts';

/** `--dry-run`: prints each message as it would be sent; files are shown by path. With `verbose`, the console of scripts too. */
export function dryRunPrinter({ out, err }: Output, several: boolean, verbose: boolean): Printer {
  let count = 0;
  return {
    keeping: { bodies: false, streams: 'none' },
    begin() {},
    event() {},
    async finish(record, mask) {
      const { sent, failure } = record;
      // A script that skips its request reports that on the console. Printed last, because a script may set a secret.
      if (verbose || (sent === undefined && failure === undefined)) for (const said of record.console) printConsole(said, mask, err);
      if (sent !== undefined) {
        const text = mask(messageText(sent.request, await requestBody(sent)));
        const { name, title } = record.of.request;
        const heading = several ? `${count === 0 ? '' : '\n'}${out.style('bold', `### ${visibleLines(name || title)}`)}\n` : '';
        out.write(heading);
        out[out.isTty ? 'write' : 'raw'](`${text}${text.endsWith('\n') ? '' : '\n'}`);
        count++;
      }
      if (failure !== undefined) printFailure(failure, err);
    },
    end() {},
  };
}
