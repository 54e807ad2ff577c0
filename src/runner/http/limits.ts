/** Octets of a response's header names and values together. */
export const maxHeaderSize = 256 * 1024;
