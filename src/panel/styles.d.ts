/** esbuild bundles style sheets; the import has no value. */
declare module '*.css';
