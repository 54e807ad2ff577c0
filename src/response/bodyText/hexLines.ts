import { hexLine } from '../../base/text/hexLine.ts';
import type { BodyReader } from '../../runner/index.ts';

/**
 * Lines of a hex dump, 16 bytes each.
 * @param isHidden whether the byte at an offset belongs to a secret
 */
export const hexLines = (
  body: Pick<BodyReader, 'read'>,
  first: number,
  count: number,
  isHidden: (at: number) => boolean,
): readonly string[] =>
  Array.from({ length: count }, (_, i) => {
    const start = (first + i) * 16;
    return hexLine(start, body.read(start, start + 16), (index) => isHidden(start + index));
  });
