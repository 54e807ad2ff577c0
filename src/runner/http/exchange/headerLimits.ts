/** Bytes of a response's header names and values together. */
export const maxHeaderSize = 256 * 1024;

/** Responses with a status below 200 that may come before the one with the answer. */
export const maxInformationals = 1000;

/** Bytes of a chunk's size with its extensions. */
export const maxChunkLine = 32 * 1024;

/** Bytes of the chunk extensions of one response beyond twice its content. */
export const maxChunkOverhead = 64 * 1024;

/** Bytes of a response's first line, with the empty lines before it. */
export const maxStatusLine = 64 * 1024;
