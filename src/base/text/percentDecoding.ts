/** Decodes percent-encoded bytes of UTF-8; the text itself if they are not valid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes a field of a form or query, where `+` is a space; the text itself if its encoding is not valid. */
export function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
