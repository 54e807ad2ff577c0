/** Text of UTF-8 octets (a BOM is kept), or the offset of the first octet that is not UTF-8 (RFC 3629). */
export function decodeUtf8(
  bytes: Uint8Array,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly offset: number } {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, offset: firstInvalid(bytes) };
  }
}

function firstInvalid(bytes: Uint8Array): number {
  // Halve to the shortest prefix that fails for more than being cut short.
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fails(bytes.subarray(0, middle + 1))) high = middle;
    else low = middle + 1;
  }
  return low < bytes.length ? low : Math.max(0, bytes.length - 1);
}

function fails(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return false;
  } catch {
    return true;
  }
}
