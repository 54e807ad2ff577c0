/** The URL of an RFC or of its section (`RFC 9110 §12.5.1`). Undefined for other references. */
export function referenceUrl(reference: string): string | undefined {
  const m = /^RFC (\d+)(?: §([\d.]+))?$/.exec(reference);
  if (m === null) return undefined;
  return `https://www.rfc-editor.org/rfc/rfc${m[1]}${m[2] === undefined ? '' : `#section-${m[2]}`}`;
}
