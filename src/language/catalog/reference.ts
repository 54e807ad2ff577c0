/** The page of an RFC: `RFC 9110 §12.5.1` leads to that section. Undefined for what is no RFC. */
export function referenceUrl(reference: string): string | undefined {
  const m = /^RFC (\d+)(?: §([\d.]+))?$/.exec(reference);
  if (m === null) return undefined;
  return `https://www.rfc-editor.org/rfc/rfc${m[1]}${m[2] === undefined ? '' : `#section-${m[2]}`}`;
}
