import { createMask } from '../../../base/mask.ts';
import type { BodyPart } from '../../../language/index.ts';

/** Whether a text holds one of these, in whatever form, those included that are too short to be masked. */
export function secretFinder(secrets: readonly string[]): (text: string) => boolean {
  const mask = createMask(secrets);
  return (text) => mask(text) !== text || secrets.some((secret) => secret !== '' && text.includes(secret));
}

/** Whether a body holds a secret of the request. Files are not read. */
export function carriesSecret(body: readonly BodyPart[], secrets: readonly string[]): boolean {
  if (secrets.length === 0 || body.length === 0) return false;
  // A file between two texts is no part of a secret.
  const text = body.map((part) => (part.kind === 'text' ? part.text : '\0')).join('');
  return secretFinder(secrets)(text);
}
