import { ReqError } from '../../base/reqError.ts';
import { isForeign, isMarkdown, requestTexts, type RequestText } from '../../language/index.ts';
import { shownPath } from '../world/shownPath.ts';

/** Maximum lines of a `.req` file: a larger tree would take gigabytes. */
const mostLines = 2_000_000;

/**
 * Returns the text unchanged.
 * @throws {ReqError} if a `.req` file has too many lines
 */
export function withinLineLimit(file: string, text: string): string {
  if ((!file.endsWith('.req') && !isForeign(file)) || text.length < mostLines) return text;
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

/**
 * The request files in a file: the file itself, or the fences of a Markdown file. A fence is padded with the lines above it, so all fences
 * together share the limit.
 * @throws {ReqError} if the fences of a Markdown file have too many lines
 */
export function requestTextsWithin(file: string, text: string): readonly RequestText[] {
  const texts = requestTexts(file, text);
  if (isMarkdown(file) && texts.reduce((sum, t) => sum + t.firstLine, 0) > mostLines)
    throw new ReqError('usage', `${shownPath(file)} has too many lines and fences with requests.`, { hint: 'Divide the file.' });
  return texts;
}
