// The commands that send nothing: most runs of the command do not read them.
export { check } from './checkCommand.ts';
export { exportFrom } from './exportCommand.ts';
export { format } from './formatCommand.ts';
export { importInto } from './importCommand.ts';
export { list } from './listCommand.ts';
export { lsp } from './lspCommand.ts';
