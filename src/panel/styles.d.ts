/** Style sheets are bundled by esbuild; nothing comes out of their import. */
declare module '*.css';
