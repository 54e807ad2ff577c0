// The commands that send nothing: most runs of the command do not read them.
export { check } from './check.ts';
export { exportFrom } from './export.ts';
export { format } from './format.ts';
export { importInto } from './import.ts';
export { list } from './list.ts';
export { lsp } from './lsp.ts';
