import { version } from '../../../package.json';
import type { ExitCode } from '../exitCode.ts';

/** `req lsp`. Standard output belongs to the protocol. */
export async function lsp(): Promise<ExitCode> {
  const { serve } = await import('../../lsp/index.ts');
  return serve(version, process.stdin, process.stdout);
}
