import type { Sink } from '../output/output.ts';
import { visibleLines, visibleText } from '../../base/text/visible.ts';
import { shownPath } from '../world/shownPath.ts';
import type { Mask } from './printer.ts';
import type { SendRecord } from '../output/sendRecord.ts';

export function printTests({ tests, of }: SendRecord, mask: Mask, err: Sink): void {
  for (const { name, passed, message, line } of tests) {
    const mark = passed ? err.style('green', '✓') : err.style('red', '✗');
    const place = passed || line === undefined ? '' : err.style('dim', `  ${shownPath(of.file)}:${line}`);
    err.write(`${mark} ${visibleText(mask(name))}${place}\n`);
    if (!passed && message !== null) err.write(`    ${visibleLines(mask(message)).replaceAll('\n', '\n    ')}\n`);
  }
}
