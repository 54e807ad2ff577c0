import { textDecoder } from '../../base/text/charsets.ts';
import { otherTasks } from './turns.ts';

export type Decode = (bytes: Uint8Array, contentType: string | undefined) => string;

const replacement = '\ufffd';

/** The text of a body in its charset, or undefined if it is not valid text. */
export function bodyText(bytes: Uint8Array, contentType: string | undefined, decode: Decode): string | undefined {
  const text = decode(bytes, contentType);
  if (!text.includes(replacement)) return text;
  // The replacement character may be part of the body itself.
  return Buffer.from(bytes).includes(replacement) && isUtf8(bytes) ? text : undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether bytes are text of a charset, like `bodyText` but without building the text. */
export async function isText(
  blocks: Iterable<Uint8Array>,
  { charset, isWhole, isTty = false }: { readonly charset: string; readonly isWhole: boolean; readonly isTty?: boolean },
): Promise<boolean> {
  const [decoder, strict] = [textDecoder(charset), new TextDecoder('utf-8', { fatal: true })];
  let maybeUtf8 = true;
  let hasReplacement = false;
  for (const block of blocks) {
    const text = decoder.decode(block, { stream: true });
    hasReplacement ||= text.includes('\ufffd');
    if (isTty && text.includes('\0')) return false;
    try {
      if (maybeUtf8) strict.decode(block, { stream: true });
    } catch {
      maybeUtf8 = false;
    }
    if (hasReplacement && !maybeUtf8) return false;
    const others = otherTasks();
    if (others !== undefined) await others;
  }
  // A truncated body may end inside a character.
  return !isWhole || decoder.decode() === '';
}

/** The text of a body in pieces. */
export function* textOf(blocks: Iterable<Uint8Array>, charset: string): Generator<string> {
  const decoder = textDecoder(charset);
  for (const block of blocks) yield decoder.decode(block, { stream: true });
}
