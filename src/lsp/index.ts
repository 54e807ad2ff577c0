// The only door to the language server: its bundle is read by `req lsp` alone.
export { serve } from './server.ts';
