// Draws the pictures of the docs: `npm run build`, then `node --import=tsx scripts/pictures.mjs [NAME…]`. Each is what the real workbench
// shows of the sample collection and its server, in the light theme.
import fs from 'node:fs';
import path from 'node:path';
import { startSampleServer } from '../sample/server.mjs';
import { closeAll, openWorkbench } from '../test/e2e/openWorkbench.ts';
import { panelOf } from '../test/e2e/panel.ts';
import { repository } from './command.mjs';
import { palettePng } from './palettePng.mjs';

const images = path.join(repository, 'docs/images');
const collection = path.join(repository, 'sample/collection');
const wanted = process.argv.slice(2);
const server = await startSampleServer();

/** The sample collection, asking this server. */
function sampleFiles() {
  const files = {};
  for (const name of fs.readdirSync(collection, { recursive: true }))
    if (fs.statSync(path.join(collection, name)).isFile() && !name.startsWith('files'))
      files[name] = fs.readFileSync(path.join(collection, name), 'utf8').replaceAll('http://127.0.0.1:4010', server.url);
  files['weather.req'] =
    `### Ten events, then it is done\n# @max-events 10\nGET {{host}}/events?rate=10\nAccept: text/event-stream\n\n?? events.length == 10\n`;
  files['users.req'] =
    `### One user\n# @name ada\nGET {{host}}/users/{{id}}\nAccept: application/json\n\n?? status == 200\n?? body.name matches ^Ada\n?? body.tags contains math\n`;
  files['collection.req'] += '@id = 1\n';
  return files;
}

const session = await openWorkbench({
  files: sampleFiles(),
  settings: {
    'workbench.colorTheme': 'Default Light Modern',
    'window.autoDetectColorScheme': false,
    'workbench.activityBar.location': 'top',
    'editor.minimap.enabled': false,
    'breadcrumbs.enabled': false,
    'workbench.layoutControl.enabled': false,
  },
});
const { workbench } = session;
const { page } = workbench;
await page.setViewportSize({ width: 960, height: 540 });
/** Without the bars above and below. */
const clip = { x: 0, y: 36, width: 960, height: 472 };
const panel = panelOf(workbench);

/** One after the other: each finds the window as the one before has left it. */
const pictures = {
  async send() {
    await workbench.openFile('users.req');
    await workbench.runCommand('View: Close Primary Side Bar').catch(() => undefined);
    await workbench.codeLens(/Send$/).first().click();
    await panel.shows(/200/);
    await workbench.webview().getByText('Ada Lovelace').first().waitFor();
  },
  async tests() {
    await panel.tab(/Tests/).click();
  },
  async timeline() {
    await panel.tab(/Timeline/).click();
  },
  async events() {
    await workbench.line('One user').first().click();
    await workbench.openFile('weather.req');
    await workbench.codeLens(/Send/).first().click();
    await panel.shows(/10 events/);
    await panel.tab(/Events/).click();
    await panel.rows.nth(5).waitFor();
  },
  async variables() {
    await workbench.line('Ten events').first().click();
    await workbench.runCommand('Req: Show Variables');
    await workbench.treeRow(/host/).first().waitFor();
  },
  async testing() {
    await workbench.openFile('7-tests.req');
    await workbench.runCommand('View: Show Testing');
    await workbench.runCommand('Test: Run Tests in Current File');
    await workbench.treeRow('').first().click();
    await page.keyboard.press('ArrowRight');
    const row = workbench.treeRow('7-tests.req').first();
    await row.waitFor();
    await row.click();
    await page.keyboard.press('ArrowRight');
    await page.locator('.sidebar .monaco-list-row[aria-label*="(Passed"]').nth(1).waitFor();
  },
  async walkthrough() {
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('View: Hide Panel').catch(() => undefined);
    await workbench.runCommand('View: Close Primary Side Bar').catch(() => undefined);
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickInput().fill('Get started with Req');
    await workbench.quickInput().press('Enter');
    await page.locator('.getting-started-step').nth(5).waitFor();
  },
};

fs.mkdirSync(images, { recursive: true });
try {
  for (const [name, show] of Object.entries(pictures)) {
    await show();
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.mouse.move(2, 2);
    const file = path.join(images, `${name}.png`);
    fs.writeFileSync(file, palettePng(await page.screenshot({ animations: 'disabled', caret: 'hide', clip })));
    console.log(`${name}: ${(fs.statSync(file).size / 1000).toFixed(0)} KB`);
  }
} finally {
  await closeAll();
  await server.close();
}
