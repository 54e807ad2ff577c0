/** Bytes of a response's header names and values together. */
export const maxHeaderSize = 256 * 1024;

/** Informational responses (1xx) allowed before the final one. */
export const maxInformationals = 1000;

/** Bytes of a chunk-size line, extensions included. */
export const maxChunkLine = 32 * 1024;

/** Bytes of the chunk extensions of one response beyond twice its content. */
export const maxChunkOverhead = 64 * 1024;

/** Bytes of a status line, including empty lines before it. */
export const maxStatusLine = 64 * 1024;
