// Entry of the language server's bundle, which only `req lsp` loads.
export { serve } from './server.ts';
