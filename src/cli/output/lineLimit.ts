import { ReqError } from '../../base/reqError.ts';
import { shownPath } from '../world/shownPath.ts';

/** Maximum lines of a `.req` file: a larger tree would take gigabytes. */
const mostLines = 2_000_000;

/**
 * Returns the text unchanged.
 * @throws {ReqError} if a `.req` file has too many lines
 */
export function withinLineLimit(file: string, text: string): string {
  if (!file.endsWith('.req') || text.length < mostLines) return text;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) if (text.charCodeAt(at + 1) !== 10) lines++;
  if (lines <= mostLines) return text;
  throw new ReqError(
    'usage',
    `${shownPath(file)} has ${lines.toLocaleString('en')} lines. Req reads at most ${mostLines.toLocaleString('en')}.`,
    {
      hint: 'Divide the file, or keep a large body in a file of its own (`< ./body.json`).',
    },
  );
}
