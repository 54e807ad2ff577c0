// Commands that send nothing, and what few sends need, in a file of their own.
export { check } from './checkCommand.ts';
export { completion } from './completionCommand.ts';
export { exportFrom } from './exportCommand.ts';
export { format } from './formatCommand.ts';
export { importInto } from './importCommand.ts';
export { casesRun } from './contractCasesRun.ts';
export { fetchSchema } from './graphqlCommand.ts';
export { fetchDocuments } from './openapiCommand.ts';
export { init } from './initCommand.ts';
export { list } from './listCommand.ts';
export { lsp } from './lspCommand.ts';
export { watchRun } from './watchRun.ts';
