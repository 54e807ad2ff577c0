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
