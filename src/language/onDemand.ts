// The second door to the language: what is asked for by a gesture, such as a hover or a rename. The editor reads it when that is
// done first, so that opening a window does not wait for it.
export { completion } from './features/completion/completion.ts';
export { withoutStops } from './features/completion/item.ts';
export { definition } from './features/definition.ts';
export { diagnostics } from './features/diagnostics/diagnostics.ts';
export { fixAll, quickFixes } from './features/diagnostics/fixes/fixes.ts';
export { documentLinks } from './features/documentLinks.ts';
export { foldingRanges } from './features/folding.ts';
export { format } from './features/format/format.ts';
export { hover } from './features/hover/hover.ts';
export { inlayHints, type InlayHint } from './features/inlayHints.ts';
export type { Place } from './features/namedSymbol.ts';
export { blockBelow, requestInPlace } from './features/refactor/insertRequest.ts';
export { refactor } from './features/refactor/refactorings.ts';
export { countedNames } from './features/referenceCounts.ts';
export { highlights, references } from './features/references.ts';
export { prepareRename, rename } from './features/rename.ts';
export { scriptAt, scriptsIn, type FoundScript } from './features/scripts/scriptAt.ts';
export { scriptCompletion } from './features/scripts/scriptCompletion.ts';
export { scriptHover } from './features/scripts/scriptHover.ts';
export { isOffered, shownProblem, type TypescriptProblem } from './features/scripts/typescriptAnswers.ts';
export { virtualScript, type VirtualScript } from './features/scripts/virtualScript.ts';
export { secretUses, type SecretUse } from './features/secretUses.ts';
export { selectionRanges } from './features/selectionRanges.ts';
export { documentSymbols, workspaceSymbols, type FileSymbol } from './features/symbols.ts';
export { syntaxTokens, type SyntaxKind } from './features/syntaxTokens.ts';
export { newEnvironment } from './features/environmentEdits.ts';
