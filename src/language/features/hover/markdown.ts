import { largestOf } from '../../../base/lists.ts';
import { visibleText } from '../../../base/visible.ts';
import { referenceUrl } from '../../catalog/reference.ts';

const ticksFor = (text: string, least: number): string =>
  '`'.repeat(
    largestOf(
      Array.from(text.matchAll(/`+/g), (m) => m[0].length),
      least,
    ) + 1,
  );

/** Text as code within a line; nothing in it acts, and what would hide is a mark. */
export function code(text: string): string {
  const shown = visibleText(text);
  const ticks = ticksFor(shown, 0);
  return ticks.length > 1 ? `${ticks} ${shown} ${ticks}` : `\`${shown}\``;
}

/** What goes wrong at something, which stands first as Markdown. */
export const warning = (of: string, problem: string): string => `⚠ ${of} — ${escape(problem)}`;

/** Text as a block of code; nothing in it acts. */
export function fence(text: string, language: string): string {
  const ticks = ticksFor(text, 2);
  return `${ticks}${language === '' ? 'text' : language}\n${text}\n${ticks}`;
}

/** Text in one line that may not act as Markdown or HTML; what would hide is a mark. */
export function escape(text: string): string {
  return visibleText(text.replace(/[\r\n]+/g, ' ')).replace(/[\\`*_{}[\]<>()#+!|~&$]/g, '\\$&');
}

/** A standard's name, with a link to its page where it is an RFC. */
export function reference(name: string): string {
  const url = referenceUrl(name);
  return url === undefined ? escape(name) : `[${escape(name)}](${url})`;
}

/** A text in one line, cut, with characters that act or hide as marks. */
export function oneLine(text: string, longest: number): string {
  const line = visibleText(text.slice(0, longest + 1).replace(/\s+/g, ' '));
  return line.length > longest || text.length > longest ? `${line.slice(0, longest)}…` : line;
}
