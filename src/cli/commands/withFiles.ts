// Commands that send nothing, in a bundle of their own.
export { check } from './checkCommand.ts';
export { completion } from './completionCommand.ts';
export { exportFrom } from './exportCommand.ts';
export { format } from './formatCommand.ts';
export { importInto } from './importCommand.ts';
export { fetchSchema } from './graphqlCommand.ts';
export { fetchDocuments } from './openapiCommand.ts';
export { init } from './initCommand.ts';
export { list } from './listCommand.ts';
export { lsp } from './lspCommand.ts';
