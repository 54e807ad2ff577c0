import type { Plugin } from 'esbuild';

/** Puts off reading modules of Node until something of them is used. */
export const builtinsWhenUsed: Plugin;
