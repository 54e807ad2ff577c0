import { largestOf } from '../../../base/lists.ts';
import { visibleText } from '../../../base/text/visible.ts';
import { referenceUrl } from '../../catalog/reference.ts';

const ticksFor = (text: string, least: number): string =>
  '`'.repeat(
    largestOf(
      Array.from(text.matchAll(/`+/g), (m) => m[0].length),
      least,
    ) + 1,
  );

/** Inline code. Escapes Markdown and makes hidden characters visible. */
export function code(text: string): string {
  const shown = visibleText(text);
  const ticks = ticksFor(shown, 0);
  return ticks.length > 1 ? `${ticks} ${shown} ${ticks}` : `\`${shown}\``;
}

/** A problem after `of`, which is Markdown. */
export const warning = (of: string, problem: string): string => `⚠ ${of} — ${escape(problem)}`;

/** A code block. Escapes Markdown. */
export function fence(text: string, language: string): string {
  const ticks = ticksFor(text, 2);
  return `${ticks}${language === '' ? 'text' : language}\n${text}\n${ticks}`;
}

/**
 * Text on one line with Markdown and HTML escaped and hidden characters made visible. `$` is only escaped before `(`, where it begins an
 * icon: VS Code would show the escape in a URL.
 */
export function escape(text: string): string {
  return visibleText(text.replace(/[\r\n]+/g, ' ')).replace(/[\\`*_{}[\]<>()#+!|~&]|\$(?=\()/g, '\\$&');
}

/** The name of a standard, linked if it is an RFC. */
export function reference(name: string): string {
  const url = referenceUrl(name);
  return url === undefined ? escape(name) : `[${escape(name)}](${url})`;
}

/** A text on one line, truncated, with hidden characters made visible. */
export function oneLine(text: string, longest: number): string {
  const line = visibleText(text.slice(0, longest + 1).replace(/\s+/g, ' '));
  return line.length > longest || text.length > longest ? `${line.slice(0, longest)}…` : line;
}
