import { findBrowser } from '../vscode/findBrowser.ts';
import { installVscode } from '../vscode/installVscode.ts';

/** Installs missing programs before suites run at the same time. Mocha calls this once, in its main process. */
export async function mochaGlobalSetup(): Promise<void> {
  findBrowser();
  await installVscode();
}
