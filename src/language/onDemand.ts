// The second entry point of the language: features that the user invokes, such as hover or rename. The editor loads it on first
// use, so that opening a window does not wait for it.
export {
  addHeaderEdit,
  addParameterEdit,
  parameterText,
  requestParts,
  valueEdit,
  type RequestPart,
} from './features/edits/requestParts.ts';
export {
  authChoices,
  authSnippet,
  formOf,
  formSnippet,
  formTypes,
  parameterSnippet,
  type AuthChoice,
  type FormKind,
  type SnippetEdit,
} from './features/edits/writtenParts.ts';
export { followEdit } from './features/edits/followEdit.ts';
export { replyEdit } from './features/edits/replyEdit.ts';
export { assertionEdit, schemaAssertionEdit, setVariableEdit } from './features/edits/resultEdits.ts';
export { completion } from './features/completion/completion.ts';
export { meansTheSame } from './features/completion/foreignItems.ts';
export { shownItem, withoutStops, type ShownItem } from './features/completion/item.ts';
export { occurrenceSteps } from './features/navigation/occurrences.ts';
export { definition } from './features/navigation/definition.ts';
export { diagnostics, diagnosticsIn, diagnosticSteps, errorsOf, shownDiagnostics } from './features/diagnostics/diagnostics.ts';
export { environmentDiagnostics } from './features/diagnostics/environmentFile.ts';
export { environmentFixes } from './features/diagnostics/fixes/environmentSecrets.ts';
export { failureFixes, type FailureFix } from './features/diagnostics/fixes/failureFixes.ts';
export { fixAll, quickFixes } from './features/diagnostics/fixes/fixes.ts';
export { foreignFixes, isForeignFix } from './features/diagnostics/fixes/foreignFixes.ts';
export { documentLinks } from './features/navigation/documentLinks.ts';
export { foldingRanges, outermost } from './features/structure/folding.ts';
export { format } from './features/format/format.ts';
export { lookResolved } from './features/structure/resolved.ts';
export { holdsStandIn, restoreStandIns } from './semantics/variables/standIns.ts';
export { placeholdersOf } from './features/navigation/placeholders.ts';
export { hiddenAt } from './features/navigation/hiddenAt.ts';
export { builtRequestEdit } from './features/graphqlBodies/builtRequest.ts';
export {
  introspectionRequest,
  introspectionText,
  namedSchemaEdit,
  schemaTarget,
  type IntrospectionRequest,
  type SchemaTarget,
} from './features/graphqlBodies/introspectionRequest.ts';
export { queryFormOf } from './features/graphqlBodies/queryBody.ts';
export { schemasRead } from './features/graphqlBodies/schemasRead.ts';
export { hover } from './features/hover/hover.ts';
export { createView } from './workspace/createView.ts';
export { inlayHints } from './features/structure/inlayHints.ts';
export type { Place } from './features/navigation/namedSymbol.ts';
export { apiChanges, changeLines, type ApiChanges } from './features/openapi/apiChanges.ts';
export type { NamedApi } from './semantics/api/apiNaming.ts';
export { apiOfFile, apiUpdates } from './features/openapi/apiUpdates.ts';
export { updatedFiles, updatesOfFiles, type OfferedUpdate, type UpdatedFile } from './features/openapi/updatesOfFiles.ts';
export { apiChoices } from './features/openapi/apiOfRequest.ts';
export { casesFile, type CasesFile } from './features/openapi/casesFile.ts';
export { contractCases, refuseProtected } from './features/openapi/contractCases.ts';
export { documentLimits, documentRequest, largestDocument, mostTimeouts, urlDocuments } from './features/openapi/documentRequest.ts';
export { fetchedDocument } from './features/openapi/fetchedDocument.ts';
export { operationRequest } from './features/openapi/operationRequest.ts';
export { blockBelow, requestInPlace } from './features/refactor/insertRequest.ts';
export { refactor } from './features/refactor/refactorings.ts';
export { countedNames } from './features/navigation/referenceCounts.ts';
export { highlights, references, referencesOfVariable } from './features/navigation/references.ts';
export { fileRenameEdits } from './features/edits/fileRenames.ts';
export { moveRequests, type MoveEffects } from './features/edits/moveRequests.ts';
export { deleteRequests, duplicateRequest, retitle, shownTitle } from './features/edits/requestEdits.ts';
export { prepareRename, rename } from './features/edits/rename.ts';
export { scriptAt, scriptsIn, type FoundScript } from './features/scripts/scriptAt.ts';
export { scriptCompletion } from './features/scripts/scriptCompletion.ts';
export { scriptHover } from './features/scripts/scriptHover.ts';
export { isOffered, shownProblem, type TypescriptProblem } from './features/scripts/typescriptAnswers.ts';
export { virtualScript, type VirtualScript } from './features/scripts/virtualScript.ts';
export { secretUses, type SecretUse } from './features/navigation/secretUses.ts';
export { semanticTokens } from './features/structure/semanticTokens.ts';
export { selectionRanges } from './features/structure/selectionRanges.ts';
export { documentSymbols, workspaceSymbols, type FileSymbol } from './features/structure/symbols.ts';
export { placedTokens, syntaxTokens, type SyntaxKind } from './features/structure/syntaxTokens.ts';
export { definesHost, exampleHost, newCollectionFiles, newFileText } from './features/edits/newCollection.ts';
export { newEnvironment } from './features/edits/environmentEdits.ts';
export { environmentTable, sharedEnvironment, valueInTable, type EnvironmentTable } from './features/environments/environmentTable.ts';
export {
  addEnvironmentEdit,
  clearInTable,
  moveInTable,
  environmentProblem,
  nameProblem,
  removeEnvironment,
  removeVariable,
  renameEnvironment,
  renameVariable,
  setInTable,
  type TableEdit,
} from './features/environments/environmentTableEdits.ts';
export { filterGroups, namesText, partsHolding, valueHolds } from './features/variables/variableSearch.ts';
export { originText } from './features/variables/originText.ts';
export { beginningOf, partsOf, rangesOf, sizeOfValue, type MemberRange, type ValuePart } from './features/variables/valueParts.ts';
export { listVariables, type ListedVariable, type VariableGroup, type VariableList } from './features/variables/variableList.ts';
export { placeholderOf } from './features/variables/variablePath.ts';
export { definitionTargets, writtenDefinition } from './features/variables/variableEdits.ts';
export { filteredTree, requestFilter, type RequestFilter } from './features/requestTree/requestFilter.ts';
export {
  filesOf,
  isHidden,
  nodesAround,
  requestNodes,
  requestTree,
  type FileNode,
  type FolderNode,
  type RequestNode,
  type RequestTreeNode,
} from './features/requestTree/requestTree.ts';
export { secretsIn } from './features/diagnostics/possibleSecret.ts';
export { isRandom as isRandomText, secretsByForm } from './features/diagnostics/secretForms.ts';
