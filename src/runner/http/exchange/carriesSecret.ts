import { createMask } from '../../../base/masks/mask.ts';
import type { BodyPart } from '../../../language/index.ts';

/** Finds secrets in any encoding that the mask knows, and also secrets that are too short to be masked. */
export function secretFinder(secrets: readonly string[]): (text: string) => boolean {
  const mask = createMask(secrets);
  return (text) => mask(text) !== text || secrets.some((secret) => secret !== '' && text.includes(secret));
}

/** Whether a body contains a secret of the request. Files are not read. */
export function carriesSecret(body: readonly BodyPart[], secrets: readonly string[]): boolean {
  if (secrets.length === 0 || body.length === 0) return false;
  // NUL keeps texts apart that have a file between them.
  const text = body.map((part) => (part.kind === 'text' ? part.text : '\0')).join('');
  return secretFinder(secrets)(text);
}
