import * as vscode from 'vscode';
import { realPath } from '../../files/real.ts';
import { ReqError } from '../../base/reqError.ts';
import type { RequestSummary } from '../../language/index.ts';
import type { Host } from '../../runner/index.ts';
import { standInNumbers } from '../../language/index.ts';

/** A host without prompts: numbers replace the user's values, and nothing outside the collection and the workspace is read. */
export function previewHost(host: Host, { block }: RequestSummary): Host {
  const { requestLine, continuations, body } = block;
  const url = [requestLine.target.text, ...continuations.map((c) => c.text.text)].join('\n');
  return {
    ...host,
    asks: false,
    ask: ({ questions }) =>
      Promise.resolve(
        questions.map(({ name, kind }) => {
          const isInJson = body?.text.text.includes(name) === true && !url.includes(name);
          const { asked, secret } = isInJson ? standInNumbers.inJson : standInNumbers.inUrl;
          return kind === 'secret' ? secret : asked;
        }),
      ),
    async mayRead(path, root) {
      const file = await realPath(path);
      for (const folder of [root, ...(vscode.workspace.workspaceFolders ?? []).map((f) => f.uri.fsPath)])
        if (isBelow(file, await realPath(folder))) return true;
      return false;
    },
    maySendEnvironment: () => Promise.resolve(true),
    signIn: {
      ...host.signIn,
      mayRun: () => Promise.resolve(false),
      open: () => Promise.reject(new ReqError('trust', 'A preview fetches no token.')),
    },
  };
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
