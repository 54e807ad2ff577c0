/** Decodes UTF-8 (keeping a BOM), or returns the offset of the first invalid byte (RFC 3629 §4). */
export function decodeUtf8(
  bytes: Uint8Array,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly offset: number } {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, offset: firstIllFormed(bytes) };
  }
}

function firstIllFormed(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** The length in bytes of the character at an offset; 0 if it is not valid UTF-8. */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0;
  // The second byte reveals overlong forms, surrogates and code points above U+10FFFF.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] as number;
  if (second < low || second > high) return 0;
  for (let i = at + 2; i < at + length; i++) if (((bytes[i] as number) & 0xc0) !== 0x80) return 0;
  return length;
}
