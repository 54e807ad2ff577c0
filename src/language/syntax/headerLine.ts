import { diagnostic } from '../diagnostic.ts';
import type { BlockBuilder } from './blockBuilder.ts';
import { isToken, isTokenCharacter, span, trimmed, whole, type Line, type Report } from './lines.ts';

/**
 * Reads a line `Name: value` into the block (RFC 9110 §5.1).
 * @returns false if the line is not a header
 */
export function readHeader(text: string, line: Line, block: BlockBuilder, report: Report): boolean {
  // Search this line only: searching the rest of the text for a colon would take quadratic time.
  let colon = line.start;
  while (colon < line.end && isTokenCharacter(text.charCodeAt(colon))) colon++;
  if (text.charCodeAt(colon) === 123) colon = filledNameEnd(text, line, colon);
  if (colon > line.start && colon < line.end && text.charCodeAt(colon) === 58) {
    block.pushHeader(whole(line), span(text, line.start, colon), trimmed(text, colon + 1, line.end));
    return true;
  }
  while (colon < line.end && text.charCodeAt(colon) !== 58) colon++;
  if (colon === line.end || colon === line.start) return false;
  const name = trimmed(text, line.start, colon);
  if (name.text === '' || name.text.includes('{') || /["<>]/.test(name.text)) return false;
  if (!isToken(text, name.start, name.end)) {
    const message = `"${name.text}" cannot be a header name: use only letters, digits and -_.!#$%&'*+^\`|~.`;
    report(diagnostic('header-name', 'error', name, message));
    block.push({ kind: 'unknown', range: whole(line) });
    return true;
  }
  block.pushHeader(whole(line), name, trimmed(text, colon + 1, line.end));
  return true;
}

const placeholderInName = /\{\{[^{}:\r\n]*\}\}/y;

/** The end of a name with placeholders, such as `X-{{name}}`. */
function filledNameEnd(text: string, line: Line, from: number): number {
  let at = from;
  while (at < line.end) {
    placeholderInName.lastIndex = at;
    if (isTokenCharacter(text.charCodeAt(at))) at++;
    else if (placeholderInName.test(text)) at = placeholderInName.lastIndex;
    else break;
  }
  return at;
}
