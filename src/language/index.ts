// The main entry point of the language for the runner, the editor and the command. Features that the user invokes are in
// onDemand.ts; code that only sending needs is in sending.ts; what a window needs before it shows lenses is in atStart.ts.
export * from './atStart.ts';
export type { Diagnostic, DiagnosticId, Severity } from './diagnostic.ts';
export { parse } from './syntax/parser.ts';
export { contentOf, directiveOf, isRequest, nameOf, titleOf } from './syntax/nodes.ts';
export type {
  AssertedQuery,
  AssertedSelector,
  AssertedStep,
  AssertionSubject,
  EventCondition,
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
export { subjectEntry } from './catalog/assertionCatalog.ts';
export { readBounds, readCountOperand, readEventName, readList, readNearness, readTime } from './syntax/assertionOperand.ts';
export { subjectFrom } from './syntax/assertionSubject.ts';
export { readCheck, type AssertionCheck } from './syntax/assertionLine.ts';
export { readIgnoredPaths } from './syntax/ignoredPaths.ts';
export { parseTemplate, type Expression, type Placeholder, type Template } from './syntax/template.ts';
export type { PossibleSecret } from './features/diagnostics/possibleSecret.ts';
export { lineEndsBody } from './syntax/lines.ts';
export { literalTemplate } from './syntax/literalValue.ts';
export { scriptTokens, type ScriptToken } from './syntax/scriptTokens.ts';
export { safeMethods } from './catalog/safeMethods.ts';
export { takenOutWhenEmpty } from './catalog/addedHeaders.ts';
export type { Scope } from './semantics/variables/scope.ts';
export type { DataVariables, Layer, LayerKind, Origin, Variable } from './semantics/variables/variables.ts';
export type { EnvironmentFile } from './semantics/variables/environmentFile.ts';
export { isDynamic } from './semantics/variables/dynamics/dynamics.ts';
export type { SampleKind } from './semantics/variables/dynamics/sampleKinds.ts';
export type { Sources, WantedToken } from './semantics/variables/dynamics/dynamics.ts';
export { createEvaluation, type Evaluation, type ExchangeValues, type Tracked } from './semantics/variables/evaluate.ts';
export { isSecretEnv, isTainted, unnamedSecret, type Taint } from './semantics/variables/secrets/taint.ts';
export { secretTexts } from './semantics/variables/secrets/secretTexts.ts';
export { knownMethods } from './syntax/requestLine.ts';
export { childOf, stepInto, type Evaluated } from './semantics/values/valuePath.ts';
export { indexOutOfRange } from './semantics/variables/placeholderProblems.ts';
export {
  noVariables,
  type Prompt,
  promptsOf,
  scopeOf,
  scriptsAround,
  sharedBlocks,
  type BlockContext,
  type PlacedScript,
} from './semantics/variables/blockContext.ts';
export { standInNumbers } from './semantics/variables/standIns.ts';
export { namesSetBy } from './semantics/variables/mentions/scriptSetters.ts';
export { scriptMentions } from './semantics/variables/mentions/scriptMentions.ts';
export { exchangesOf, type ExchangeStore, type PreviewContext } from './semantics/variables/previewEvaluation.ts';
export { sourceOf, templateAt, templateOfText, type RequestSource, type TemplateText } from './semantics/request/requestSource.ts';
export { base64, percentEncodeAll, percentEncodeInvalid } from './semantics/values/filters.ts';
export { encodeAt } from './semantics/request/url/urlEncoding.ts';
export { operationNames } from './semantics/request/graphqlOperations.ts';
export { boundaryOf, isJsonType, mediaType, type FilledBody } from './semantics/request/requestBody.ts';
export type { Resolution, ResolveInput } from './semantics/request/resolve.ts';
export type { SharedBlock } from './semantics/request/sharedBlock.ts';
export { parseDuration, seedOf, sendDefaults, type SendDefaults } from './semantics/request/sendOptions.ts';
export type { Substitution, SubstitutionSource } from './semantics/variables/substitutions.ts';
export { namedElsewhere } from './semantics/request/requestIndex.ts';
export type { AuthAsWritten } from './semantics/auth/authAsWritten.ts';
export { privateKeyFile } from './semantics/auth/configurations.ts';
export type { HawkAuth, JwtAuth, KeySource, OAuth1Auth, RequestAuth, WsseAuth } from './semantics/auth/requestAuth.ts';
export type { BodyPart, Header, LimitName, ResolvedRequest, SendOptions } from './semantics/request/resolvedRequest.ts';
export { loadCollection } from './workspace/loadCollection.ts';
export {
  textWithin,
  type AroundPlace,
  type Collection,
  type FileSource,
  type IgnoredFile,
  type SharedFile,
} from './workspace/collection.ts';
export { listedPlaces } from './workspace/fileOrder.ts';
export { comparePaths, relativePath, resolvePath } from './workspace/workspacePaths.ts';
export { pathsIn } from './semantics/request/fileMentions.ts';
export type { FileView, PathKind, ProjectFile, ScriptProblem, Setters } from './workspace/fileView.ts';
export { parseForeign, type ForeignText, type ReadForeign } from './workspace/foreignText.ts';
export type { KnowOptions } from './workspace/workspace.ts';
export { FeatureWorkspace } from './workspace/featureWorkspace.ts';
export type { createView, FileAround } from './workspace/createView.ts';
export type { CollectionRequests, TextDocument, WorkspacePort } from './workspace/workspacePort.ts';
export { applyEdits, type ActionCommand, type ActionKind, type CodeAction, type FileEdits, type TextEdit } from './edit.ts';
export { secretNamed } from './features/diagnostics/secretNames.ts';
export { rowNaming } from './features/structure/rowNaming.ts';
export { rowName, type RowNaming } from './semantics/data/dataOf.ts';
export { turnsOf, type RequestTurn } from './features/structure/requestTurns.ts';
export { chosenRow, noData, rowsOf, type DataFile, type DataFiles } from './semantics/data/dataOf.ts';
export { isTable, readRows, type DataRow } from './semantics/data/dataRows.ts';
export { ApiDocumentCache, notFetched, type ReadApi } from './workspace/apiDocuments.ts';
export type { CheckedSchema, CheckSchema } from './workspace/schemaFiles.ts';
export { DataFileCache } from './workspace/dataFiles.ts';
export { requestAt, requestOf, type RequestSummary } from './features/structure/requests.ts';
export { isMarkdown, requestTexts, type MarkdownFence, type RequestText } from './features/structure/markdownFences.ts';
export { identify, identityOf, type RequestIdentity } from './features/structure/requestIdentity.ts';
export { blockAt, lookAt, type FoundPlaceholder } from './features/navigation/placeholders.ts';
export type { LinkTo } from './features/hover/hoverContext.ts';
export type { SemanticToken, TokenKind } from './features/structure/tokenKinds.ts';
export { semanticTokens } from './features/structure/semanticTokens.ts';
export { textPathEdit, textPathOf } from './features/edits/textPathEdit.ts';
export { requestNamed } from './features/navigation/refs.ts';
export { syntaxErrorOf, syntaxWarningsOf } from './features/structure/syntaxErrors.ts';
export type { CompletionItem } from './features/completion/item.ts';
export type { FolderEntry } from './features/completion/pathItems.ts';
export { inRunOrder } from './workspace/fileOrder.ts';
export {
  contentFor,
  operationName,
  responseFor,
  type ApiBody,
  type ApiIndex,
  type ApiMember,
  type ApiOperation,
  type ApiParameter,
  type ApiResponse,
  type ApiResponseContent,
  type ApiShape,
  type ParameterStyle,
  type Apis,
  type FoundApi,
} from './semantics/api/apiIndex.ts';
export { plainText, separators, styledValue, writtenInPath, writtenInQuery } from './semantics/api/parameterStyles.ts';
export { matchOperation, type MatchedOperation } from './semantics/api/matchOperation.ts';
export { apiTest, isContractOn, namedApi } from './semantics/api/apiDirective.ts';
export { parameterName, usedParameters } from './semantics/api/requestParameters.ts';
