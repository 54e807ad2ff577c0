/** A key as a token of a JSON pointer (RFC 6901 §4). */
export const pointerToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The key that a token of a JSON pointer stands for. */
export const keyOfToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');
