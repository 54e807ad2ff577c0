import { ReqError } from '../../base/reqError.ts';
import { visibleText } from '../../base/text/visible.ts';
import type { SignIn, TokenStore } from '../../runner/index.ts';
import { canAsk } from './askInTerminal.ts';

/**
 * Sign-in at a terminal.
 * @param allowCommand whether programs may be run for tokens
 */
export function signInAtTerminal(tokens: TokenStore, allowCommand: boolean): SignIn {
  return {
    tokens,
    async open({ id, url, code }) {
      if (!canAsk() && code === undefined) {
        throw new ReqError('usage', `No token for ${id}: a user must sign in with a browser, and there is no terminal to ask at.`, {
          hint: 'Use the grant Client Credentials or Device Authorization without a terminal.',
        });
      }
      const typed = code === undefined ? '' : ` and type ${visibleText(code)}`;
      process.stderr.write(`To sign in for ${visibleText(id)}, open ${visibleText(url)}${typed}\n`);
      if (canAsk()) await openInBrowser(url);
    },
    mayRun: () => Promise.resolve(allowCommand),
  };
}

/** Opens the default browser. If there is none, the user opens the printed address. */
async function openInBrowser(url: string): Promise<void> {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  if (program === undefined) return;
  const { spawn } = await import('node:child_process');
  const child = spawn(program, args, { stdio: 'ignore', detached: true, shell: false });
  child.on('error', () => undefined);
  child.unref();
}
