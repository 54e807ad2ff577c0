import fs from 'node:fs';
import path from 'node:path';
import { startBrowser } from './browser.ts';
import { startServer } from './server.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { openWindow } from './window.ts';

export interface Suite {
  readonly extension: string;
  /** A CommonJS module that exports `run()`, which rejects when a test fails. */
  readonly entry: string;
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The result of a suite; `aborted` if the extension host, the window or the server ended before the suite. */
export type SuiteResult = 'passed' | 'failed' | 'aborted';

/** Small, because the window is not looked at and the processor draws each pixel. */
const viewport = { width: 640, height: 400 };
/** Laying out the tabs of all opened files takes a tenth of the page's time. Extensions are still notified of them. */
const undrawn = { 'editor.minimap.enabled': false, 'workbench.editor.showTabs': 'none' };

const limitMs = 2_400_000;

/** Runs a suite in the extension host of a VS Code started for it, and prints what the suite prints. */
export async function runSuite(suite: Suite): Promise<SuiteResult> {
  const scratch = makeTemporaryFolder('req-suite-');
  const output = path.join(scratch.path, 'output');
  const result = path.join(scratch.path, 'result');
  fs.writeFileSync(output, '');
  const copyOutput = follow(output);
  const [server, browser] = await Promise.all([
    startServer({
      development: [suite.extension],
      tests: path.join(import.meta.dirname, 'extensionHostEntry.cjs'),
      settings: { ...undrawn, ...suite.settings },
      env: { REQ_SUITE_ENTRY: path.resolve(suite.entry), REQ_SUITE_OUTPUT: output, REQ_SUITE_RESULT: result },
    }),
    startBrowser(),
  ]);
  let consoleLines: readonly string[] = [];
  const polling = setInterval(copyOutput, 50);
  try {
    const why = await new Promise<string | undefined>((resolve) => {
      const late = setTimeout(() => resolve(`The suite took more than ${limitMs / 1000} s.`), limitMs);
      late.unref();
      void server.ended.then(() => resolve('The VS Code server ended.'));
      browser.once('disconnected', () => resolve('The browser ended.'));
      // The workbench calls this when the extension host has ended.
      const expose = { codeAutomationExit: () => resolve(undefined) };
      const { folder } = suite;
      const opened = browser
        .newContext({ viewport })
        .then((context) => openWindow(server, browser, { context, expose, ...(folder === undefined ? {} : { folder }) }));
      opened.then(
        (window) => {
          ({ consoleLines } = window);
          window.page.once('crash', () => resolve('The window crashed.'));
        },
        (error: unknown) => resolve(String(error)),
      );
    });
    copyOutput();
    // VS Code's own word is not enough: it calls a host that ended in the middle of a test a success.
    const said = fs.existsSync(result) ? fs.readFileSync(result, 'utf8') : undefined;
    if (said === 'passed' || said === 'failed') return said;
    const lines = [
      why ?? 'The extension host ended before its tests did.',
      ...consoleLines.slice(-20).map((line) => line.split('\n', 1).join()),
      ...server.log().split('\n').slice(-20),
    ];
    console.error(lines.join('\n'));
    return 'aborted';
  } finally {
    clearInterval(polling);
    await browser.close();
    await server.stop();
    scratch.remove();
  }
}

/** Returns a function that prints the text appended to the file since its last call. */
function follow(file: string): () => void {
  let printed = 0;
  return () => {
    const bytes = fs.readFileSync(file);
    if (bytes.length === printed) return;
    process.stdout.write(bytes.subarray(printed));
    printed = bytes.length;
  };
}
