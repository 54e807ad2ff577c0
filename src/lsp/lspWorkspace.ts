import path from 'node:path';
import type { TextDocument as OpenText } from 'vscode-languageserver-textdocument';
import { readAround } from '../files/around.ts';
import { kindOf, listFolder } from '../files/folders.ts';
import { reasonOf } from '../files/problem.ts';
import { readRegular } from '../files/read.ts';
import { endsSearch, isLinkInside } from '../files/real.ts';
import {
  isInside,
  noVariables,
  textAround,
  withoutConverted,
  FeatureWorkspace,
  type TextDocument,
  type ScriptProblem,
  type WorkspacePort,
} from '../language/index.ts';
import { toFile } from './lspRanges.ts';

/** Maximum number of files read per collection, so that a folder with much data does not block the editor. */
const mostFiles = 5000;

/** The state of the client: folders, open documents, chosen environment. */
export interface ServerState {
  readonly folders: readonly string[];
  readonly documents: { all(): readonly OpenText[] };
  readonly environment: string | undefined;
}

export class Documents {
  readonly #state: ServerState;
  readonly #known = new Map<string, TextDocument>();

  constructor(state: ServerState) {
    this.#state = state;
  }

  of(text: OpenText): TextDocument {
    let document = this.#known.get(text.uri);
    if (document === undefined) {
      const file = toFile(text.uri, this.#state.folders[0] ?? process.cwd());
      // The library edits one object in place, but replaces it if the client closes and reopens the document.
      const current = (): OpenText => this.#state.documents.all().find((d) => d.uri === text.uri) ?? text;
      document = {
        file,
        get version() {
          return current().version;
        },
        getText: () => current().getText(),
      };
      this.#known.set(text.uri, document);
    }
    return document;
  }

  openAt(file: string): TextDocument | undefined {
    const open = this.#state.documents.all().find((d) => toFile(d.uri, this.#state.folders[0] ?? process.cwd()) === file);
    return open === undefined ? undefined : this.of(open);
  }

  closed(uri: string): void {
    this.#known.delete(uri);
  }
}

/** Functions that the command passes to the server. */
export interface CommandFunctions extends Pick<WorkspacePort, 'foreign' | 'foreignEnvironments' | 'readApi' | 'checkSchema'> {
  /** As in `WorkspacePort`. */
  readonly scriptProblem: (text: string) => ScriptProblem | undefined;
  /** As in `Workspace`. */
  readonly onRead: () => void;
}

/** The language's workspace over the file system and the client's open documents. */
export function createWorkspace(state: ServerState, documents: Documents, { onRead, ...given }: CommandFunctions): FeatureWorkspace {
  const topOf = (file: string): string | undefined =>
    state.folders.filter((folder) => isInside(file, folder)).toSorted((a, b) => b.length - a.length)[0];
  return new FeatureWorkspace(
    {
      async readText(file) {
        const open = documents.openAt(file);
        if (open !== undefined) return open.getText();
        const bytes = await readRegular(file).catch(() => undefined);
        return bytes === undefined ? undefined : textAround(file, bytes);
      },
      async readAround(file, place) {
        const read = await readAround(file, place).catch((e: unknown) => ({ ignored: reasonOf(e) }));
        if (read !== undefined && !(read instanceof Uint8Array)) return read;
        return documents.openAt(file)?.getText() ?? (read === undefined ? undefined : textAround(file, read));
      },
      endsSearch,
      topOf,
      fallbackRootOf: (file) => topOf(file) ?? path.dirname(file),
      listFiles: async (root, marked) => filesUnder(root, marked || topOf(root) !== undefined),
      openDocument: (file) => documents.openAt(file),
      kindOf,
      environmentOf: (_root, known) =>
        state.environment !== undefined && known.includes(state.environment) ? state.environment : undefined,
      variablesOf: () => noVariables,
      exchangesOf: () => ({ find: () => undefined }),
      hasEnv: (name) => process.env[name] !== undefined,
      // The user chose this folder by starting a server in it; nothing is sent and no script runs.
      trusted: () => true,
      ...given,
      display: (file) => path.relative(topOf(file) ?? path.dirname(file), file) || file,
    },
    onRead,
  );
}

async function filesUnder(root: string, below: boolean): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined && found.length < mostFiles; folder = waiting.pop()) {
    const entries = await listFolder(folder).catch(() => []);
    for (const { name, kind } of entries) {
      const inside = path.join(folder, name);
      if (kind === 'folder') {
        if (below && name !== 'node_modules' && !name.startsWith('.')) waiting.push(inside);
      } else if (
        /\.(?:req|http|rest)$|^http-client(?:\.private)?\.env\.json$/.test(name) &&
        (kind === 'file' || (await isLinkInside(inside, root)))
      )
        found.push(inside);
    }
  }
  return withoutConverted(found);
}
