import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { guessContentType } from './contentTypeGuess.ts';
import { typeOfBody } from './knownRequest.ts';
import type { BlockInput } from './rules.ts';

/** Reports a body without a `Content-Type`. */
export function* missingContentType({ block, request }: BlockInput): Generator<Diagnostic> {
  const { body, requestLine } = block;
  if (body === undefined || requestLine === undefined || block.headers.some((h) => h.name.text.toLowerCase() === 'content-type')) return;
  const known = request();
  if (known === undefined || !known.resolution.ok || known.mayBeRewritten || typeOfBody(known) !== undefined) return;
  const guess = guessContentType(body.text.text);
  // `invalidJson` reports bodies that begin like JSON; a body from a placeholder can be anything.
  if (guess === 'application/json' || body.text.text.startsWith('{{')) return;
  const { text } = body.text;
  const firstLine = /^[^\r\n]*/.exec(text)?.[0].length ?? 0;
  yield diagnostic(
    'missing-content-type',
    'information',
    { start: body.text.start, end: body.text.start + Math.max(1, firstLine) },
    `This body has no Content-Type. Add \`Content-Type: ${guess}\`, or the body's own type.`,
  );
}
