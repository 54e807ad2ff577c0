import { findBrowser } from '../vscode/findBrowser.ts';
import { installVscode } from '../vscode/installVscode.ts';

/** Installs what is missing before suites run at the same time. Mocha calls it once, in its main process. */
export async function mochaGlobalSetup(): Promise<void> {
  findBrowser();
  await installVscode();
}
