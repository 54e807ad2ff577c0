/** The content of a quoted string (RFC 9110 §5.6.4). */
export const quotedText = (text: string): string => text.replace(/["\\]/g, '\\$&');
