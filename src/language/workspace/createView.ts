import { chosenRow } from '../semantics/data/dataOf.ts';
import { RowVariables } from '../semantics/data/rowVariables.ts';
import { noVariables, type BlockContext } from '../semantics/variables/blockContext.ts';
import { previewEvaluation, SharedPreviews, type PreviewContext, type PreviewSources } from '../semantics/variables/previewEvaluation.ts';
import type { Block } from '../syntax/nodes.ts';
import type { FileView, ProjectFile } from './fileView.ts';
import { isForeign } from './foreignText.ts';
import type { GraphqlSchemas } from './graphqlSchemas.ts';
import type { Project } from './project.ts';
import type { WorkspacePort } from './workspacePort.ts';

/** A version of a file with its surroundings: enough for lenses, without evaluating anything. */
export interface FileAround extends Pick<
  FileView,
  'file' | 'tree' | 'collection' | 'data' | 'apis' | 'schemaFiles' | 'environment' | 'pathKind'
> {
  readonly project: Project;
  readonly schemas: GraphqlSchemas;
}

/** Creates the view of a version of a file. */
export function createView(around: FileAround, port: WorkspacePort): FileView {
  const { file, tree, collection, data, environment, project, schemas } = around;
  const { root } = collection;
  const trusted = port.trusted();
  const variables = port.variablesOf(root);
  const exchanges = port.exchangesOf(root);
  const contextOf = (block: Block): BlockContext => {
    const row = chosenRow({ tree, file, block, data });
    const inRow = row === undefined ? variables : new RowVariables(variables, row);
    return { tree, file, block, collection, environment, variables: inRow, answers: noVariables, data };
  };
  // Features evaluate block after block. Only the last preview is cached, to limit memory for files of ten thousand requests.
  let last: { readonly block: Block; readonly preview: PreviewContext } | undefined;
  const shared = new SharedPreviews();
  const sources: PreviewSources = {
    env: (name) => port.hasEnv(name),
    // Without trust the file is not read, so any name may be defined in it.
    dotenv: (name) => !trusted || collection.dotenv?.values.has(name) === true,
    brokenDotenv: collection.dotenv?.problem,
  };
  const look = (block: Block): PreviewContext => {
    if (last?.block !== block) last = { block, preview: previewEvaluation(contextOf(block), sources, exchanges, shared) };
    return last.preview;
  };
  const lookHidden = (block: Block): PreviewContext => previewEvaluation(contextOf(block), sources, exchanges, undefined, true);
  let files: readonly ProjectFile[] | undefined;
  const environmentFiles = project.environmentFiles();
  return {
    file,
    tree,
    collection,
    data,
    apis: around.apis,
    schemaFiles: around.schemaFiles,
    environment,
    pathKind: around.pathKind,
    trusted,
    contextOf,
    look,
    lookHidden,
    exchanges,
    setters: project.setters(around),
    files() {
      // Features edit these files; those of other clients cannot be edited by offsets.
      return (files ??= project.files(around).filter((f) => f.file === file || !isForeign(f.file)));
    },
    index: project.index(),
    environmentFiles: () => environmentFiles,
    unreadEnvironmentFiles: trusted ? [] : project.unreadEnvironmentFiles(),
    schemaOf: (block) => schemas.stateOf(contextOf(block)),
    schemaRead: (block) => schemas.read(contextOf(block)),
    schemaVersion: schemas.version,
    scriptProblem: (text) => port.scriptProblem?.(text),
    unchanging: port.unchanging === true,
    display: (f) => port.display(f),
  };
}
