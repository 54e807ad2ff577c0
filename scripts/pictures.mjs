// Draws the pictures of the docs: `npm run build`, then `node --import=tsx scripts/pictures.mjs [NAME…]`. Each is what the real workbench
// shows of the sample collection and its server, in the light theme.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSampleServer } from '../sample/server.mjs';
import { brunoFiles, curlCommands, curlEnvironment, postmanFiles, startShop } from '../test/support/newcomers.ts';
import { clickUntil } from '../test/e2e/clickUntil.ts';
import { closeAll, openWorkbench } from '../test/e2e/openWorkbench.ts';
import { panelOf } from '../test/e2e/panel.ts';
import { setPane } from '../test/e2e/setPane.ts';
import { repository } from './command.mjs';
import { palettePng } from './palettePng.mjs';
import { brought, shop } from './pictureFiles.mjs';

const images = path.join(repository, 'docs/images');
const collection = path.join(repository, 'sample/collection');
const wanted = process.argv.slice(2);
const server = await startSampleServer();
const bookShop = await startShop();
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'req-pictures-'));

/** An extension with which an agent calls a tool for a file when the file is opened. */
const agent = {
  'package.json': JSON.stringify({
    name: 'agent',
    publisher: 'pictures',
    version: '1.0.0',
    engines: { vscode: '^1.90.0' },
    main: './agent.cjs',
    activationEvents: ['onStartupFinished'],
    extensionKind: ['workspace'],
  }),
  'agent.cjs': `const vscode = require('vscode');
exports.activate = () => vscode.window.onDidChangeActiveTextEditor((editor) => {
  if (editor?.document.fileName.endsWith('orders.req'))
    void vscode.lm.invokeTool('req_send_request', { input: { file: 'orders.req', name: 'orders' }, toolInvocationToken: undefined });
});
`,
};

/** The given files with paths below a folder. */
const below = (folder, files) => Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

/** The sample collection, with this server as its host. */
function sampleFiles() {
  const files = {};
  for (const name of fs.readdirSync(collection, { recursive: true }))
    if (fs.statSync(path.join(collection, name)).isFile() && !name.startsWith('files'))
      files[name] = fs.readFileSync(path.join(collection, name), 'utf8').replaceAll('http://127.0.0.1:4010', server.url);
  files['weather.req'] =
    `### Ten events, then it is done\n# @max-events 10\nGET {{host}}/events?rate=10\nAccept: text/event-stream\n\n?? events.length == 10\n`;
  files['users.req'] =
    `### One user\n# @name ada\nGET {{host}}/users/{{id}}\nAccept: application/json\n\n?? status == 200\n?? body.name matches ^Ada\n?? body.tags contains math\n`;
  files['orders.req'] =
    `### Orders of today\n# @name orders\n# @tag smoke\nGET https://api.example.com/orders?since=today\nAccept: application/json\n\n?? status == 200\n`;
  files['people.req'] =
    `### One user, and what the schema says about it\n# @graphql ./schema.graphql\nGRAPHQL {{host}}/graphql\n\nquery OneUser($id: Int!) {\n  user(id: $id) {\n    id\n    name\n  }\n}\n\n{ "id": 1 }\n`;
  files['order.req'] =
    `@quantity = 2\n\n### One order\nGET {{host}}/orders/{{id}}\nAuthorization: Bearer {{$secret.TOKEN}}\n\n### Order chairs\nPOST {{host}}/orders/{{id}}?token={{tokn}}\nContent-Type: application/json\n\n{ "item": "chair", "quantity": {{quantiy}} }\n`;
  for (const [name, title] of [
    ['ticks', 'Ticks'],
    ['prices', 'Prices'],
  ])
    files[`${name}.req`] = `### ${title}\nGET {{host}}/events?rate=2\nAccept: text/event-stream\n`;
  Object.assign(files, brought(server.url), below('postman', postmanFiles(bookShop.url)), below('bruno', brunoFiles(bookShop.url)));
  files['curl/commands.req'] = '';
  files['curl/mydata.jsonl'] = '{}\n';
  files['shop.postman_collection.json'] = JSON.stringify(shop(server.url));
  files['collection.req'] += '@id = 1\n';
  return files;
}

for (const [name, text] of Object.entries(agent)) fs.writeFileSync(path.join(temporary, name), text);
const session = await openWorkbench({
  development: [repository, temporary],
  files: sampleFiles(),
  // So that nothing is underlined.
  env: curlEnvironment,
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
/** Without the bars at top and bottom; quick picks open below the top bar. */
const clip = { x: 0, y: 36, width: 960, height: 472 };
/** Pictures of a quick pick, which opens at the top. */
const hangs = new Set(['export', 'running']);
const panel = panelOf(workbench);

async function clear() {
  await workbench.runCommand('View: Close All Editors');
  if (await page.locator('.part.panel').isVisible()) await workbench.runCommand('View: Hide Panel');
  if (await page.locator('.part.sidebar').isVisible()) await workbench.runCommand('View: Close Primary Side Bar');
}

/** In this order: each picture starts with the window of the one before. */
const inOneWindow = {
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
};

const alone = {
  async newcomerHttp() {
    await workbench.openFile('team.http');
    await clickUntil(workbench.codeLens(/Send/).first(), panel.head.filter({ hasText: /200/ }));
    await workbench.webview().getByText('Ada Lovelace').first().waitFor();
  },
  async newcomerPostman() {
    await importShop('Local.postman_environment.json', 'Book Shop.postman_collection.json');
  },
  async newcomerBruno() {
    await importShop('The same folder', 'bruno');
  },
  async newcomerCurl() {
    await workbench.openFile('commands.req');
    await workbench.line('').first().click();
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(curlCommands('https://api.example.com'))})`);
    await page.keyboard.press('Control+V');
    await workbench.line('PATCH').first().waitFor();
    await workbench.save();
    await page.keyboard.press('Control+Home');
    await workbench.line('### List issues').first().waitFor();
    await workbench.codeLens(/Send/).first().waitFor();
  },
  async summary() {
    await workbench.openFile('7-tests.req');
    await clickUntil(workbench.codeLens('Run file'), workbench.tab(/^Run/));
    await workbench.webview().locator('.run-row.is-skipped').waitFor();
    await workbench.webview().getByRole('button', { name: 'Run again' }).waitFor();
  },
  async export() {
    await workbench.openFile('users.req');
    await workbench.runCommand('Req: Export Requests…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Python' }).first().waitFor();
  },
  async agents() {
    await workbench.openFile('orders.req');
    await workbench.dialog().waitFor();
  },
  async import() {
    await workbench.runCommand('View: Show Explorer');
    // The list shows what is opened.
    await workbench.openFile('shop.postman_collection.json');
    await workbench.treeRow('shop.postman_collection.json').click({ button: 'right' });
    await clickUntil(page.getByRole('menuitem', { name: 'Import…' }), workbench.quickInput());
    await page.keyboard.press('Enter');
    await workbench.tab(/Import\.md/).waitFor();
    await workbench.toast('3 requests imported').waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.runCommand('View: Close Primary Side Bar');
    await workbench.line('Sign in').first().waitFor();
  },
  async graphql() {
    await workbench.openFile('people.req');
    await workbench.line('name').first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Space');
    await page
      .locator('.suggest-widget.visible .monaco-list-row .label-name', { hasText: /^since$/ })
      .first()
      .waitFor();
  },
  async requests() {
    await workbench.openFile('users.req');
    await clickUntil(workbench.codeLens(/Send/).first(), panel.head.filter({ hasText: /200/ }));
    await workbench.runCommand('Req: Show Requests');
    for (const view of ['Variables', 'Variable History', 'History']) await setPane(page, view, false);
    await workbench.line('{{host}}/users').first().click();
    await workbench
      .treeRow(/^GET One user.*200/)
      .first()
      .waitFor();
  },
  async failure() {
    await workbench.openFile('order.req');
    await clickUntil(workbench.codeLens(/Send/).nth(1), panel.button(/^Change quantiy to quantity$/));
  },
  async preview() {
    await workbench.openFile('order.req');
    await workbench.line('One order').first().click();
    await workbench.runCommand('Req: Preview Request');
    await workbench.line(/^Host:/).waitFor();
    await workbench.codeLens(/Send/).first().waitFor();
  },
  async running() {
    for (const name of ['ticks.req', 'prices.req']) {
      await workbench.openFile(name);
      await workbench.codeLens(/Send/).first().click();
      await workbench
        .codeLens(/Cancel/)
        .first()
        .waitFor();
      await panel.rows.nth(3).waitFor();
    }
    await workbench.runCommand('Req: Show Running Requests');
    await page.locator('.quick-input-list .monaco-list-row').nth(1).waitFor();
  },
  async environments() {
    await workbench.openFile('users.req');
    await workbench.runCommand('Req: Edit Environments as a Table');
    await workbench.webview().getByRole('gridcell', { name: '4011' }).click();
  },
  async walkthrough() {
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickInput().fill('Get started with Req');
    await workbench.quickInput().press('Enter');
    await page.locator('.getting-started-step').nth(5).waitFor();
  },
};

/** Imports from the explorer's menu, runs the imported requests, and leaves the summary open beside the first request. */
async function importShop(question, name) {
  const row = (text) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  await workbench.runCommand('View: Show Explorer');
  // The list shows what is opened; folders are at its begin.
  if (name.endsWith('.json')) await workbench.openFile(name);
  else await page.keyboard.press('Home');
  await workbench.treeRow(name).first().click({ button: 'right' });
  await clickUntil(page.getByRole('menuitem', { name: 'Import…' }), row(question));
  await page.keyboard.press('Enter');
  if (name.endsWith('.json')) {
    await row('The same folder').waitFor();
    await page.keyboard.press('Enter');
  }
  await workbench.toast('The import found 1 credential').getByRole('button', { name: 'Store' }).click();
  await workbench.runCommand('Req: Run Requests in Folder');
  await row('Book Shop').waitFor();
  await page.keyboard.press('Enter');
  await workbench.webview().getByText('Passed: 3 requests').waitFor();
  await workbench.runCommand('Notifications: Clear All Notifications');
  await workbench.runCommand('View: Close Primary Side Bar');
}

fs.mkdirSync(images, { recursive: true });
try {
  const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
  const draw = async (name) => {
    const top = hangs.has(name) ? 0 : clip.y;
    await page.mouse.move(2, 2);
    const file = path.join(images, `${name}.png`);
    fs.writeFileSync(file, palettePng(await page.screenshot({ animations: 'disabled', caret: 'hide', clip: { ...clip, y: top } })));
    console.log(`${name}: ${(fs.statSync(file).size / 1000).toFixed(0)} KB`);
  };
  const last = Object.keys(inOneWindow).findLastIndex(isWanted);
  for (const [name, show] of Object.entries(inOneWindow).slice(0, last + 1)) {
    await show();
    if (isWanted(name)) await draw(name);
  }
  for (const [name, show] of Object.entries(alone)) {
    if (!isWanted(name)) continue;
    await clear();
    await show();
    await draw(name);
    await page.keyboard.press('Escape');
  }
} catch (error) {
  await page.screenshot({ path: path.join(os.tmpdir(), 'req-picture-failed.png') });
  throw error;
} finally {
  await closeAll();
  await server.close();
  await bookShop.close();
  fs.rmSync(temporary, { recursive: true });
}
