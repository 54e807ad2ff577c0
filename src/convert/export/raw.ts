import type { BodyPart } from '../../language/index.ts';
import { onlyText } from './literals.ts';
import type { ExportedRequest } from './model.ts';

/** HTTP/1.1 messages as sent, concatenated, with the bytes of files. */
export function rawParts(
  requests: readonly ExportedRequest[],
  note: (request: ExportedRequest, message: string) => void,
): readonly BodyPart[] {
  return requests.flatMap((r): readonly BodyPart[] => {
    const { head, headers } = r.sent;
    const { body } = r.resolved;
    if (head === undefined) {
      note(r, 'It is sent over HTTP/2, which is not text: it is left out.');
      return [];
    }
    const start = { kind: 'text', text: head } as const;
    const isChunked = headers.some(([n, v]) => n.toLowerCase() === 'transfer-encoding' && /chunked\s*$/i.test(v));
    if (!isChunked) return [start, ...body];
    const text = onlyText(body);
    if (text === undefined) {
      note(r, 'A file that is sent in chunks cannot be written: it is left out.');
      return [];
    }
    const chunk = text === '' ? '' : `${new TextEncoder().encode(text).length.toString(16)}\r\n${text}\r\n`;
    return [start, { kind: 'text', text: `${chunk}0\r\n\r\n` }];
  });
}
