// The only door to the language: what the runner, the editor and the command may use.
export { type Diagnostic, type DiagnosticId, type Severity } from './diagnostic.ts';
export { parse } from './syntax/parser.ts';
export { directiveOf, isRequest, nameOf, titleOf } from './syntax/nodes.ts';
export type {
  AssertionNode,
  Block,
  BodyNode,
  DefinitionNode,
  DirectiveNode,
  DocumentTree,
  HeaderNode,
  Node,
  RequestBlock,
  ScriptNode,
  Span,
} from './syntax/nodes.ts';
export type { Segment } from './syntax/path.ts';
export { parseTemplate, type Expression, type Placeholder, type Template } from './syntax/template.ts';
export { literalTemplate } from './syntax/literal.ts';
export { takenOutWhenEmpty } from './catalog/addedHeaders.ts';
export { type Scope } from './semantics/scope.ts';
export { type DataVariables, type EnvironmentFile, type Layer, type LayerKind, type Origin, type Variable } from './semantics/variables.ts';
export { type Sources } from './semantics/dynamics.ts';
export { createEvaluation, type Evaluation, type ExchangeValues } from './semantics/evaluate.ts';
export { stepInto, type Evaluated } from './semantics/valuePath.ts';
export {
  noVariables,
  type Prompt,
  promptsOf,
  scopeOf,
  scriptsAround,
  sharedBlocks,
  type BlockContext,
  type PlacedScript,
} from './semantics/context.ts';
export { exchangesOf, type ExchangeStore, type Looking } from './semantics/lookOnly.ts';
export { sourceOf, templateAt, templateOfText, type RequestSource, type TemplateText } from './semantics/requestSource.ts';
export { base64, percentEncodeAll } from './semantics/filters.ts';
export { Filler } from './semantics/fill.ts';
export { isJsonType, mediaType, type FilledBody } from './semantics/body.ts';
export { resolveRequest, type Resolution, type ResolveInput, type SharedBlock } from './semantics/resolve.ts';
export { parseDuration, sendDefaults, type SendDefaults } from './semantics/options.ts';
export type { BodyPart, Header, ResolvedRequest, SendOptions } from './semantics/resolvedRequest.ts';
export { loadCollection, sharedKind, type Collection, type FileSource, type SharedFile } from './workspace/collection.ts';
export { folderOf, isInside, join, resolvePath } from './workspace/paths.ts';
export type { FileView, PathKind, ProjectFile, Setters } from './workspace/fileView.ts';
export {
  isAround,
  Workspace,
  type CollectionRequests,
  type KnowOptions,
  type TextDocument,
  type WorkspacePort,
} from './workspace/workspace.ts';
export { applyEdits, type ActionCommand, type ActionKind, type CodeAction, type FileEdits, type TextEdit } from './edit.ts';
export { listRequests, requestAt, type RequestSummary } from './features/requests.ts';
export { markdownFences, type MarkdownFence } from './features/markdownFences.ts';
export { findAgain, identify, type RequestIdentity } from './features/requestIdentity.ts';
export { blockAt, type FoundPlaceholder } from './features/placeholders.ts';
export { hover, type Hover, type HoverOptions, type LinkTo } from './features/hover/hover.ts';
export { inlayHints, type InlayHint } from './features/inlayHints.ts';
export { syntaxTokens, type SyntaxKind } from './features/syntaxTokens.ts';
export { semanticTokens, tokenKinds, type SemanticToken, type TokenKind } from './features/semanticTokens.ts';
export { namedElsewhere, refsOf, requestNamed, type NamedRequest } from './features/refs.ts';
export { documentLinks } from './features/documentLinks.ts';
export { documentSymbols, workspaceSymbols, type FileSymbol } from './features/symbols.ts';
export { foldingRanges } from './features/folding.ts';
export { selectionRanges } from './features/selectionRanges.ts';
export { countedNames } from './features/referenceCounts.ts';
export { definition, type Definition } from './features/definition.ts';
export { highlights, references, type Highlight } from './features/references.ts';
export { linesOf, type Place } from './features/namedSymbol.ts';
export { prepareRename, rename, type Refusal, type RenameResult, type RenameStart } from './features/rename.ts';
export { fixAll, quickFixes } from './features/diagnostics/fixes/fixes.ts';
export { diagnostics } from './features/diagnostics/diagnostics.ts';
export { syntaxErrorOf } from './features/syntaxErrors.ts';
export { format } from './features/format/format.ts';
export { completion, completionTriggers } from './features/completion/completion.ts';
export { withoutStops, type CompletionItem, type CompletionKind } from './features/completion/item.ts';
export type { FolderEntry } from './features/completion/pathItems.ts';
export { scriptAt, scriptsIn, type FoundScript } from './features/scripts/scriptAt.ts';
export { scriptCompletion } from './features/scripts/scriptCompletion.ts';
export { scriptHover } from './features/scripts/scriptHover.ts';
export { virtualScript, type VirtualScript } from './features/scripts/virtualScript.ts';
export { isOffered, shownProblem, type TypescriptProblem } from './features/scripts/typescriptAnswers.ts';
export { refactor } from './features/refactor/refactorings.ts';
export { blockBelow, requestInPlace } from './features/refactor/insertRequest.ts';
