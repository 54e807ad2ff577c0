import { diagnostic } from '../diagnostic.ts';
import type { BlockBuilder } from './blockBuilder.ts';
import { isToken, isTokenCharacter, span, trimmed, whole, type Line, type Say } from './lines.ts';

/**
 * Reads a line `Name: value` into the block (RFC 9110 §5.1).
 * @returns false where the line is no header
 */
export function readHeader(text: string, line: Line, block: BlockBuilder, say: Say): boolean {
  // Never beyond the line: looking for a colon through the rest of a text that has none would cost its square.
  let colon = line.start;
  while (colon < line.end && isTokenCharacter(text.charCodeAt(colon))) colon++;
  if (colon > line.start && colon < line.end && text.charCodeAt(colon) === 58) {
    block.pushHeader(whole(line), span(text, line.start, colon), trimmed(text, colon + 1, line.end));
    return true;
  }
  while (colon < line.end && text.charCodeAt(colon) !== 58) colon++;
  if (colon === line.end || colon === line.start) return false;
  const written = trimmed(text, line.start, colon);
  if (written.text === '' || written.text.includes('{') || /["<>]/.test(written.text)) return false;
  if (!isToken(text, written.start, written.end)) {
    const message = `"${written.text}" cannot be a header's name: it may hold letters, digits and -_.!#$%&'*+^\`|~ only.`;
    say(diagnostic('header-name', 'error', written, message));
    block.push({ kind: 'unknown', range: whole(line) });
    return true;
  }
  block.pushHeader(whole(line), written, trimmed(text, colon + 1, line.end));
  return true;
}
