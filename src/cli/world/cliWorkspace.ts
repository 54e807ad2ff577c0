import path from 'node:path';
import { kindOf } from '../../files/folders.ts';
import { FeatureWorkspace, type DataVariables, type ScriptProblem, type WorkspacePort } from '../../language/index.ts';
import { collectionFilesUnder, fileSource, type FoundFile } from './cliFiles.ts';
import { checkSchema, readApi } from '../../apiDocuments/readApi.ts';
import { readForeign } from './readForeign.ts';
import { shownPath } from './shownPath.ts';

export interface WorkspaceOptions {
  readonly files: readonly FoundFile[];
  readonly variables: DataVariables;
  /** From `--env`. Collections that do not define it use none. */
  readonly environment: string | undefined;
  /** Documents whose text overrides the file on disk. */
  readonly openDocument?: WorkspacePort['openDocument'];
  /** As in `WorkspacePort`. */
  readonly scriptProblem?: (text: string) => ScriptProblem | undefined;
}

/** The language's workspace over the file system, for commands that send nothing. */
export function createWorkspace({
  files,
  variables,
  environment,
  scriptProblem,
  openDocument = () => undefined,
}: WorkspaceOptions): FeatureWorkspace {
  const given = new Map(files.map((f) => [f.file, f]));
  return new FeatureWorkspace({
    ...fileSource,
    unchanging: true,
    topOf: () => undefined,
    fallbackRootOf: (file) => given.get(file)?.fallbackRoot ?? path.dirname(file),
    async listFiles(root, marked) {
      const others = files.filter((f) => !marked && f.fallbackRoot === root).map((f) => f.file);
      return [...new Set([...(await collectionFilesUnder(root, marked ? 'collection' : 'none')), ...others])];
    },
    openDocument,
    foreign: readForeign,
    readApi,
    checkSchema,
    kindOf,
    environmentOf: (_root, known) => (environment !== undefined && known.includes(environment) ? environment : undefined),
    variablesOf: () => variables,
    exchangesOf: () => ({ find: () => undefined }),
    hasEnv: (name) => process.env[name] !== undefined,
    trusted: () => true,
    ...(scriptProblem === undefined ? {} : { scriptProblem }),
    display: shownPath,
  });
}
