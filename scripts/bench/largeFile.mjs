// A file of five thousand requests in the real workbench, beside the same characters as plain text and, for the first lens, beside the least
// extension that shows one (leastLens/), in the same window, in turn.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { register } from 'tsx/esm/api';
import { builtExtension } from './builtExtension.mjs';
import { median, stolen, Table } from './measure.mjs';
import * as probes from './panelProbes.mjs';
import { shopFile } from './texts.mjs';

const requests = 5000;
const rounds = 3;
const files = { plain: 'large.txt', least: 'large.least', own: 'large.req' };
const here = import.meta.dirname;
/** Milliseconds between keys, as in normal typing. Some pauses are long enough for work that is debounced. */
const pauses = [90, 140, 110, 260, 120, 180, 100, 450, 130, 160, 90, 700];

export async function run() {
  register();
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
  const { openWorkbench, closeAll } = await import('../../test/e2e/openWorkbench.ts');
  const text = shopFile(requests);
  const places = placesIn(text);
  const extension = await builtExtension(scratch);
  const open = () =>
    openWorkbench({
      development: [extension, path.join(here, 'leastLens')],
      files: { [files.own]: text, [files.plain]: text, [files.least]: text, 'small.req': 'GET http://127.0.0.1:1/\n' },
    });
  try {
    const first = await firstLenses(open);
    const session = await open();
    const taken = stolen();
    const found = await measure(new LargeFile(session.workbench), places);
    const table = new Table();
    table.absoluteBeside(
      'from opening it to its first lens, in a window that has just started',
      median(first.least),
      median(first.own),
      1000,
      1.3,
      'ms',
    );
    table.absoluteBeside(
      'from opening it to its first lens (limit: one lens of the least extension)',
      median(found.least),
      median(found.lens),
      1000,
      1,
      'ms',
    );
    for (const [i, { name }] of places.entries()) {
      const [plain, own] = [found.plain[i], found.own[i]];
      table.ratio(`from a key to its character, ${name}`, median(plain), median(own), 1.3);
    }
    const [plain, own] = ['plain', 'own'].map((kind) => found[kind].flat());
    table.ratio('  of all places', median(plain), median(own), 1.3);
    table.ratio('  of all places, the slowest of 20', slowest(plain), slowest(own), 1.3);
    table.absolute('from a key to completions', median(found.completion), 200, 'ms');
    table.print(`A file of ${requests.toLocaleString('en')} requests, ${Math.round(text.length / 1000)} KB, beside plain text`);
    console.log(`Medians of ${rounds} rounds. ${taken()}`);
  } finally {
    await closeAll();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

const slowest = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)];

/** Places to type at: after texts near the start, the middle and the end. */
export function placesIn(text) {
  const lines = text.split('\n');
  const after = (share, end, name) => ({ name, line: lines.findIndex((line, i) => i >= share * lines.length && line.endsWith(end)) + 1 });
  return [
    after(0.002, '?expand=lines', 'in a URL near the start'),
    after(0.5, '"note": "as agreed",', 'in a body in the middle'),
    after(0.97, 'Authorization: Bearer {{token}}', 'in a header near the end'),
  ];
}

/** Each opens a window of its own. VS Code is still starting then, so a minimal extension is the limit. */
async function firstLenses(open) {
  const found = { least: [], own: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['least', 'own']) {
      const session = await open();
      const large = new LargeFile(session.workbench);
      await large.open(files[kind], probes.firstLens);
      found[kind].push(await large.opened());
      await session.close();
    }
  }
  return found;
}

async function measure(large, places) {
  const found = { least: [], lens: [], completion: [], plain: places.map(() => []), own: places.map(() => []) };
  for (let round = 0; round < rounds; round++) {
    await large.open(files.least, probes.firstLens);
    found.least.push(await large.opened());
    await large.close(files.least);
    for (const kind of ['plain', 'own']) {
      await large.open(files[kind], kind === 'own' ? probes.firstLens : probes.firstLine);
      const opened = await large.opened();
      if (kind === 'own') found.lens.push(opened);
      for (const [i, { line }] of places.entries()) found[kind][i].push(...(await large.typed(line)));
      if (kind === 'own') found.completion.push(await large.completed(places[1].line));
      await large.close(files[kind]);
    }
  }
  return found;
}

export class LargeFile {
  constructor(workbench) {
    this.workbench = workbench;
    this.page = workbench.page;
  }

  /** Opens a file by its name, and records when the element that `look` finds is painted. */
  async open(name, look) {
    const { page } = this;
    await page.keyboard.press('Control+P');
    await this.workbench.quickInput().fill(name);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
    await page.evaluate(probes.watchFor(`${probes.isActive(name)} && ${look}`));
    await page.keyboard.press('Enter');
  }

  /** Milliseconds from the last key to the awaited paint. */
  opened() {
    return this.page.evaluate(probes.whenPaintedAfterKey);
  }

  async goTo(line) {
    const { page } = this;
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+G');
    await this.workbench.quickInput().fill(`:${line}`);
    await page.keyboard.press('Enter');
    await this.workbench.quickInput().waitFor({ state: 'hidden' });
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.press('End');
  }

  /** Types at the end of a line. Returns milliseconds from each key to its character. */
  async typed(line) {
    await this.goTo(line);
    await wait(1500);
    await this.page.evaluate(probes.watchKeys);
    for (const pause of [...pauses, ...pauses]) {
      await this.page.keyboard.press('x');
      await wait(pause);
    }
    return (await this.page.evaluate(probes.keysAndTasks)).keys;
  }

  /** Types the start of a placeholder on a line of its own. Returns milliseconds from the last key to the list. */
  async completed(line) {
    await this.goTo(line);
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.type(' {', { delay: 120 });
    await wait(600);
    await this.page.evaluate(probes.watchFor(probes.suggestion));
    await this.page.keyboard.press('{');
    return this.opened();
  }

  /** Discards the typed text: the file is the same in each round. */
  async close(name) {
    const { page, workbench } = this;
    await page.keyboard.press('Escape');
    await workbench.runCommand('File: Revert File');
    await page.locator('.tabs-container .tab.active.dirty').waitFor({ state: 'detached' });
    await workbench.closeTab(name);
    await wait(1000);
  }
}
