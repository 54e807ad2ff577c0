import { httpView } from '../../src/convert/http/index.ts';
import { checkSchema } from '../../src/apiDocuments/schemaFile.ts';
import { openApi } from '../../src/apiDocuments/openApi.ts';
import { noVariables, FeatureWorkspace, type DataVariables, type ExchangeStore, type TextDocument } from '../../src/language/index.ts';

export const root = '/ws';

/** Options besides the files, with defaults. */
export interface MemoryOptions {
  readonly environment?: string | undefined;
  readonly variables?: DataVariables;
  readonly exchanges?: ExchangeStore;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly trusted?: boolean;
}

/** A language workspace with files in a map, by absolute path; `documents` are open, with unsaved text. */
export interface MemoryWorkspace {
  readonly workspace: FeatureWorkspace;
  readonly files: Map<string, string>;
  readonly documents: Map<string, TextDocument>;
  /** Opens a file, or changes an open one, and notifies the workspace. */
  edit(file: string, text: string): TextDocument;
}

export function memoryWorkspace(files: Map<string, string>, options: MemoryOptions = {}): MemoryWorkspace {
  const documents = new Map<string, TextDocument>();
  const isFolder = (path: string): boolean => [...files.keys()].some((f) => f.startsWith(`${path}/`));
  const textOf = (path: string): string | undefined => documents.get(path)?.getText() ?? files.get(path);
  const workspace = new FeatureWorkspace({
    readText: (path) => Promise.resolve(textOf(path)),
    topOf: (file) => (file.startsWith(`${root}/`) ? root : undefined),
    fallbackRootOf: () => root,
    listFiles: (folder) =>
      Promise.resolve([...files.keys()].filter((f) => f.startsWith(`${folder}/`) && /\.req$|\.http$|\.rest$|\.env\.json$/.test(f))),
    openDocument: (file) => documents.get(file),
    readApi: async (source) => {
      const opened = await openApi(source, undefined);
      return opened.ok ? { ok: true, index: opened.document.index } : opened;
    },
    checkSchema,
    foreign: () => Promise.resolve((_file, text) => httpView(text, undefined)),
    kindOf: (path) => Promise.resolve(files.has(path) ? 'file' : isFolder(path) ? 'folder' : undefined),
    environmentOf: (_root, known) => (known.includes(options.environment ?? '') ? options.environment : undefined),
    variablesOf: () => options.variables ?? noVariables,
    exchangesOf: () => options.exchanges ?? { find: () => undefined },
    hasEnv: (name) => options.env?.[name] !== undefined,
    trusted: () => options.trusted ?? true,
    display: (file) => file.slice(root.length + 1),
  });
  return {
    workspace,
    files,
    documents,
    edit(file, text) {
      const version = (documents.get(file)?.version ?? 0) + 1;
      const known = documents.get(file) as { text: string; version: number } & TextDocument;
      if (known !== undefined) Object.assign(known, { text, version });
      else
        documents.set(file, {
          file,
          version,
          text,
          getText(this: { readonly text: string }) {
            return this.text;
          },
        } as TextDocument);
      workspace.changed(file);
      return documents.get(file) as TextDocument;
    },
  };
}
