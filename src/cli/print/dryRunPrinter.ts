import type { Output } from '../output/output.ts';
import { visibleLines } from '../../base/visible.ts';
import { printFailure } from './printFailure.ts';
import type { Printer } from './printer.ts';
import { bodyAsText, requestBody, requestHead } from './requestMessage.ts';

/** `--dry-run`: prints each message as it would be sent; files are shown by path. */
export function dryRunPrinter({ out, err }: Output, several: boolean): Printer {
  let count = 0;
  return {
    keeping: { bodies: false, streams: 'none' },
    begin() {},
    event() {},
    async finish(record, mask) {
      const { sent, failure } = record;
      if (sent !== undefined) {
        const body = bodyAsText(await requestBody(sent));
        const text = mask([...requestHead(sent.request), '', body].join('\n'));
        const { name, title } = record.of.request;
        const heading = several ? `${count === 0 ? '' : '\n'}${out.style('bold', `### ${visibleLines(name || title)}`)}\n` : '';
        out.write(heading);
        out[out.isTty ? 'write' : 'raw'](`${text}${body === '' || body.endsWith('\n') ? '' : '\n'}`);
        count++;
      }
      if (failure !== undefined) printFailure(failure, err);
    },
    end() {},
  };
}
