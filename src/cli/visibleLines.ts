import { visibleText } from '../base/visible.ts';

/** Text of several lines with everything that would act on a terminal made visible; line ends become LF. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(visibleText)
    .join('\n');
}
