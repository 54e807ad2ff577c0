import type { Form } from '../input/formInTerminal.ts';
import type { Output } from '../output/output.ts';
import { dryRunPrinter } from './dryRunPrinter.ts';
import { humanPrinter } from './humanPrinter.ts';
import { jsonLinesPrinter, jsonPrinter } from './jsonPrinter.ts';
import type { Printer } from './printer.ts';
import { textPrinter, type TextReading } from './textPrinter.ts';

export function choosePrinter(form: Form, output: Output, reading: TextReading, several: boolean): Printer {
  switch (form.kind) {
    case 'json':
      return jsonPrinter(output.out, reading, form.array);
    case 'jsonl':
      return jsonLinesPrinter(output.out, reading);
    case 'text':
      return textPrinter(output, reading, { verbose: form.verbose, several });
    case 'dry-run':
      return dryRunPrinter(output, several, form.verbose);
    case 'human':
      return humanPrinter(output, reading, {
        verbose: form.verbose,
        include: form.include,
        several,
        bodyElsewhere: form.bodyOnly || form.saveTo !== undefined,
        bodyOnly: form.bodyOnly,
      });
  }
}
