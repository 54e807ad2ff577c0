// `npm run demo`: installs, builds, starts the sample server, and opens VS Code with Req and a copy of the sample
// collection: the desktop's VS Code where the command `code` is there, else the VS Code server, in a browser.
// Ctrl+C ends all of it. `--check` looks, without a screen, whether the workbench shows the collection, and ends.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repository, runCommand, startCommand, stopGroup } from './command.mjs';
import { build, install } from './prepare.mjs';

const samplePort = 4010;

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
if (!(await install()) || !(await build())) process.exit(1);

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-demo-'));
process.once('exit', () => fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
const collection = path.join(scratch, 'collection');
fs.cpSync(path.join(repository, 'sample/collection'), collection, { recursive: true });
const byNumber = new Intl.Collator('en', { numeric: true });
const firstFile = fs
  .readdirSync(collection)
  .toSorted(byNumber.compare)
  .find((name) => name.endsWith('.req'));

const sampleServer = await startSampleServer();
try {
  if (values.check) await checkWorkbench();
  else if (onPath('code')) await openDesktop();
  else await openServer();
} finally {
  await stopGroup(sampleServer?.pid);
}
process.exit();

/** Starts the sample server, unless one is running. */
async function startSampleServer() {
  const address = `http://127.0.0.1:${samplePort}`;
  try {
    const answer = await (await fetch(address, { signal: AbortSignal.timeout(2000) })).text();
    if (answer.includes('sample server of Req')) {
      console.log(`Sample server: ${address} (it was running)`);
      return undefined;
    }
  } catch {
    // No response: the port is free, or starting the server reports why not.
  }
  const server = startCommand(process.execPath, ['sample/server.mjs', '--port', String(samplePort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const onExit = () => {
    console.error(`The demo did not start. The sample collection uses port ${samplePort}: end the program that has it, and try again.`);
    process.exit(1);
  };
  server.once('exit', onExit);
  await new Promise((resolve) => server.stdout.once('data', resolve));
  server.off('exit', onExit);
  server.stdout.resume();
  console.log(`Sample server: ${address}`);
  return server;
}

async function openDesktop() {
  console.log('Opening VS Code. Close its window, or press Ctrl+C here, to end the demo.');
  const opened = [collection, path.join(collection, firstFile)];
  await runCommand('code', ['--new-window', '--wait', `--extensionDevelopmentPath=${repository}`, ...opened]);
}

async function openServer() {
  const { server, windowAddress } = await startVscode();
  const address = windowAddress(server, { folder: collection, file: path.join(collection, firstFile) });
  console.log(`\nVS Code with Req: ${address}\n\nPress Ctrl+C to end the demo.`);
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if ((DISPLAY !== undefined || WAYLAND_DISPLAY !== undefined) && onPath('xdg-open')) void runCommand('xdg-open', [address]);
  await server.ended;
}

async function checkWorkbench() {
  const { server, openWindow } = await startVscode();
  const { startBrowser } = await import('../test/vscode/browser.ts');
  const browser = await startBrowser();
  try {
    const { page } = await openWindow(server, browser, { folder: collection, file: path.join(collection, firstFile) });
    await page.locator('.tabs-container .tab', { hasText: firstFile }).waitFor();
    await page.locator('.statusbar .statusbar-item', { hasText: /^Req$/ }).waitFor();
    console.log(`The workbench shows ${firstFile}.`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Imported here because test/vscode/ is TypeScript, which only loads after packages are installed. */
async function startVscode() {
  const { register } = await import('tsx/esm/api');
  register();
  const { startServer } = await import('../test/vscode/server.ts');
  const { openWindow, windowAddress } = await import('../test/vscode/window.ts');
  return { server: await startServer({ development: [repository] }), openWindow, windowAddress };
}

function onPath(command) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => folder !== '' && fs.existsSync(path.join(folder, command)));
}
