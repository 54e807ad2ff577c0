import { ReqError } from '../../base/reqError.ts';
import { version } from '../../../package.json';
import type { ExitCode } from '../output/exitCode.ts';
import { fileSource } from '../world/cliFiles.ts';
import { checkSchema, readApi } from '../../apiDocuments/readApi.ts';
import { readForeign } from '../world/readForeign.ts';

/** The copy of the command inside the VS Code extension does not include the server. */
function missing(e: unknown): never {
  throw new ReqError('usage', 'This copy of req has no language server.', { hint: 'npm install --global req-client', cause: e });
}

/** `req lsp`. Standard output is reserved for the protocol. */
export async function lsp(): Promise<ExitCode> {
  const { serve } = await import('../../lsp/index.ts').catch(missing);
  const { scriptProblem } = await import('../../language/javascript.ts');
  return serve({
    version,
    input: process.stdin,
    output: process.stdout,
    scriptProblem,
    foreign: readForeign,
    readApi,
    checkSchema,
    foreignEnvironments: fileSource.foreignEnvironments,
  });
}
