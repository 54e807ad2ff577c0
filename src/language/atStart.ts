// What a window of the editor needs before it shows its first lenses. The modules that are loaded when a window opens import values
// from here alone: from index.ts they would load all that it exports.
export { sharedKind } from './workspace/collection.ts';
export { textAround } from './workspace/dotenv.ts';
export { folderOf, isInside, join } from './workspace/workspacePaths.ts';
export { linesOf } from './workspace/linesOf.ts';
export { isProjectFile } from './workspace/project.ts';
export { isForeign, isForeignTree, withoutConverted } from './workspace/foreignText.ts';
export { isAround, Workspace } from './workspace/workspace.ts';
export { dataOf } from './semantics/data/dataOf.ts';
export { listRequests } from './features/structure/requests.ts';
export { fenceText, markdownFences } from './features/structure/markdownFences.ts';
export { findAgain, identify } from './features/structure/requestIdentity.ts';
export { tokenKinds } from './features/structure/tokenKinds.ts';
export { completionTriggers } from './features/completion/triggers.ts';
