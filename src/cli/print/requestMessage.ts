import type { ShownPart } from '../../base/requestText.ts';
import { sizeOfRegular } from '../../files/read.ts';
import type { SendRecord } from '../output/sendRecord.ts';
import { relativePath } from '../world/shownPath.ts';

/** The body of a request in parts. Files are not read. */
export async function requestBody(sent: NonNullable<SendRecord['sent']>): Promise<readonly ShownPart[]> {
  const parts: ShownPart[] = [];
  for (const part of sent.body) {
    if (part.kind === 'text') parts.push({ text: part.text });
    else {
      const size = await sizeOfRegular(part.path).catch(() => null);
      parts.push({ file: relativePath(part.path), size });
    }
  }
  return parts;
}
