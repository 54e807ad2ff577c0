// The response panel in the real workbench, beside the least panel that shows the same in it (leastPanel/). A browser without a graphics
// card renders both slowly, so Req is compared with the time of the least panel in the same window.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import zlib from 'node:zlib';
import { register } from 'tsx/esm/api';
import { builtExtension } from './builtExtension.mjs';
import { median, stolen, Table } from './measure.mjs';
import * as probes from './panelProbes.mjs';

const here = import.meta.dirname;
const [sends, largeMegabytes, scrolledEvents] = [12, 100, 1_000_000];
/** Number of measurements of Req and of the minimal panel, in turn, because the load of the machine changes. */
const rounds = 3;
/** Milliseconds of watching a stream, and of scrolling. */
const [watched, scrolled] = [5000, 3000];
/** If the minimal panel itself is slow, this multiple of its time is allowed. */
const times = 1.5;

export async function run() {
  register();
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'req-bench-'));
  const server = fork(path.join(here, 'panelServer.mjs'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const { openWorkbench, closeAll } = await import('../../test/e2e/openWorkbench.ts');
  try {
    const [port] = await once(server.stdout.setEncoding('utf8'), 'data');
    const url = `http://127.0.0.1:${Number(port)}`;
    const told = once(server, 'message');
    const session = await openWorkbench({
      development: [await builtExtension(scratch), path.join(here, 'leastPanel')],
      env: { REQ_BENCH_SERVER: url },
      files: {
        'answer.req': request(`${url}/answer`),
        'slow.req': request(`${url}/clock?rate=10\nAccept: text/event-stream`),
        'fast.req': request(`${url}/clock?rate=5000\nAccept: text/event-stream`),
        'events.req': request(`${url}/events?n=${scrolledEvents}\nAccept: text/event-stream`),
        'large.req': request(`${url}/large?mb=${largeMegabytes}`),
      },
    });
    const [{ told: leastPort }] = await told;
    const bench = new Bench(session, server, `http://127.0.0.1:${leastPort}`);
    const table = new Table();
    const failed = [];
    const taken = stolen();
    // Print the rows that were measured even if others failed.
    for (const rows of [sendRows, eventRows, scrollRows, largeRows]) await rows(table, bench).catch((e) => failed.push(e));
    table.absolute('panel.js and panel.css, compressed', compressed(path.join(scratch, 'extension/dist')), 120, 'KB');
    table.print('The panel in the workbench');
    console.log(`Medians of ${rounds} rounds. ${taken()}`);
    if (failed.length > 0) throw new AggregateError(failed, 'Some of the panel could not be measured.');
  } finally {
    await closeAll();
    server.disconnect();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

const request = (rest) => `# Typed here: \nGET ${rest}\n`;

/** KB that the page loads, compressed as well as possible. */
function compressed(dist) {
  const of = (name) => zlib.brotliCompressSync(fs.readFileSync(path.join(dist, name))).length;
  return (of('panel.js') + of('panel.css')) / 1000;
}

class Bench {
  #least;
  #server;
  answers = 0;

  constructor({ workbench }, server, least) {
    this.workbench = workbench;
    this.page = workbench.page;
    this.#server = server;
    this.#least = least;
  }

  get panel() {
    return this.workbench.webview().locator('body');
  }

  async least(action) {
    return (await fetch(this.#least + action)).json();
  }

  /** The server's next message about a request. */
  async told(what) {
    for (;;) {
      const [message] = await once(this.#server, 'message');
      if (what in message) return message[what];
    }
  }

  async open(file) {
    await this.workbench.openFile(file);
    await this.focus();
    await this.workbench.statusItem(/^Req$/).waitFor();
  }

  async focus() {
    // By keys: what a click meets depends on how far the text is scrolled.
    await this.page.keyboard.press('Control+1');
    await this.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await this.page.keyboard.press('Control+Home');
    await this.page.keyboard.press('End');
  }

  /** Sends the request of a file that is open, by its key. */
  async send() {
    await this.page.keyboard.press('Control+Enter');
  }

  /**
   * The same, repeated until the server receives it, because a busy window may lose a key.
   * @returns the number of the response
   */
  async sendLarge() {
    const began = this.told('began');
    for (;;) {
      await this.send();
      const n = await Promise.race([began, wait(3000)]);
      if (n !== undefined) return n;
    }
  }

  async cancel() {
    await this.page.keyboard.press('Control+Alt+k');
    await this.workbench.codeLens(/Send/).first().waitFor();
  }

  /** With two panels, the probe could measure the wrong one. */
  async closePanel() {
    if (await this.workbench.tab('Response').isVisible()) await this.workbench.closeTab('Response');
  }

  /** Types for a while. Returns milliseconds from keys to characters, of long tasks, and of blocks of the extension host. */
  async typed(ms) {
    await this.page.evaluate(probes.watchKeys);
    await this.least('/watch');
    const end = performance.now() + ms;
    while (performance.now() < end) {
      await this.page.keyboard.type('x');
      await wait(120);
    }
    const { keys, longTasks } = await this.page.evaluate(probes.keysAndTasks);
    return { keys, longTask: Math.max(0, ...longTasks), extensions: await this.least('/longest') };
  }
}

async function sendRows(table, bench) {
  const [least, own] = [[], []];
  await bench.open('answer.req');
  for (let round = 0; round < rounds; round++) {
    await bench.closePanel();
    await bench.focus();
    least.push(...(await sendTimes(bench, 'Control+Alt+9')));
    await bench.least('/close');
    own.push(...(await sendTimes(bench, 'Control+Enter')));
  }
  table.absoluteBeside('from a send to its answer of 10 KB painted, without the wire', median(least), median(own), 30, times, 'ms');
}

/** Milliseconds from a key to the painted response, without the server's time; the first ones are the warm-up. */
async function sendTimes(bench, key) {
  const told = bench.told('n');
  await bench.page.keyboard.press(key);
  await bench.panel.locator('.lines .row.line').first().waitFor();
  bench.answers = await told;
  await bench.page.evaluate(probes.watchKeys);
  const taken = [];
  for (let i = -5; i < sends; i++) {
    const answered = bench.told('wire');
    await bench.panel.evaluate(probes.watchBody(++bench.answers));
    await bench.page.keyboard.press(key);
    const painted = await bench.panel.evaluate(probes.whenBodyPainted);
    const wire = await answered;
    if (i >= 0) taken.push(painted - (await bench.page.evaluate(probes.lastKey)) - wire);
    // As long as a user would look at it.
    await wait(200);
  }
  await bench.page.evaluate(probes.keysAndTasks);
  return taken;
}

async function eventRows(table, bench) {
  const rates = [
    ['slow.req', 10, 50],
    ['fast.req', 5000, 100],
  ];
  for (const [file, rate, goal] of rates) {
    const [least, calm, own, busy] = [[], [], [], []];
    await bench.open(file);
    for (let round = 0; round < rounds; round++) {
      await bench.closePanel();
      await bench.focus();
      await bench.least('/open');
      await bench.least(`/stream?rate=${rate}`);
      await watchStream(bench, rate, least, calm);
      await bench.least('/stop');
      await bench.least('/close');
      await bench.send();
      await watchStream(bench, rate, own, busy);
      await bench.cancel();
    }
    table.absoluteBeside(
      `from an event to its paint, at ${rate.toLocaleString('en')} a second`,
      median(least),
      median(own),
      goal,
      times,
      'ms',
    );
    if (rate > 10) blockedRows(table, `events come at ${rate.toLocaleString('en')} a second`, busy, calm);
  }
}

/** Adds the times from events to their paint, and those of keys typed meanwhile. */
async function watchStream(bench, rate, delays, typed) {
  await bench.panel.locator('.row.event').nth(9).waitFor();
  await wait(1000);
  await bench.panel.evaluate(probes.watchEvents);
  await wait(watched);
  const frames = await bench.panel.evaluate(probes.eventFrames);
  delays.push(...delaysOf(frames, 1000 / rate));
  typed.push(await bench.typed(watched));
}

/**
 * Milliseconds to the paint of events sent every `every` ms. An event that no frame showed as the newest was painted with the next one that
 * was.
 */
function delaysOf(frames, every) {
  const delays = [];
  for (let i = 1; i < frames.length; i++) {
    const [sent, painted] = frames[i];
    for (let at = sent; at > frames[i - 1][0] + every / 2; at -= every) delays.push(painted - at);
  }
  return delays;
}

function blockedRows(table, what, busy, calm) {
  const row = (name, of) => table.absoluteBeside(name, median(calm.map(of)), median(busy.map(of)), 50, times, 'ms');
  row(`from a key to its character while ${what}`, ({ keys }) => median(keys));
  row('  the longest of a round', ({ keys }) => Math.max(...keys));
  row('  the longest task of the window over 50 ms', ({ longTask }) => longTask);
  row('  the longest turn of the extensions', ({ extensions }) => extensions);
}

async function largeRows(table, bench) {
  await bench.open('large.req');
  await bench.sendLarge();
  await bench.panel.locator('.line-text', { hasText: 'item number' }).first().waitFor();
  const taken = [];
  for (let i = 0; i < 3; i++) {
    const n = await bench.sendLarge();
    const ended = bench.told('ended');
    await bench.panel.evaluate(probes.watchBody(n));
    taken.push((await bench.panel.evaluate(probes.whenBodyPainted)) - (await ended));
  }
  table.absolute(`from the end of ${largeMegabytes} MB of JSON to its first rows`, median(taken), 1000, 'ms');
  const [calm, coming, searched] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    await bench.focus();
    calm.push(await bench.typed(watched));
    await bench.sendLarge();
    coming.push(await bench.typed(watched));
    await bench.panel.getByRole('button', { name: /^Search the body/ }).click();
    const field = bench.panel.getByRole('textbox').first();
    await field.fill('number 117');
    await bench.focus();
    searched.push(await bench.typed(watched));
    await field.press('Escape');
  }
  blockedRows(table, `${largeMegabytes} MB of JSON come`, coming, calm);
  blockedRows(table, 'it is searched', searched, calm);
}

async function scrollRows(table, bench) {
  await bench.open('events.req');
  await bench.send();
  await bench.panel.locator('.head', { hasText: /ended/i }).waitFor();
  const bare = await bench.page.context().newPage();
  await bare.setContent(
    `<body style="font: 13px monospace">${'<div>{"n": 1, "at": 1, "text": "some words of an event"}</div>'.repeat(10_000)}</body>`,
  );
  const limit = await scroll(bare, bare.locator('body'));
  await bare.close();
  const own = await scroll(bench.page, bench.panel);
  table.atLeastBeside(`${scrolledEvents.toLocaleString('en')} events scrolled`, limit, own, 55, 0.9, 'frames/s');
}

/** Frames per second while a page is scrolled by the wheel. */
async function scroll(page, body) {
  const { x, y, width, height } = await body.boundingBox();
  await page.mouse.move(x + width / 2, y + Math.min(height, 600) / 2);
  await page.mouse.wheel(0, -300);
  await wait(500);
  await body.evaluate(probes.countFrames);
  const end = performance.now() + scrolled;
  while (performance.now() < end) await page.mouse.wheel(0, -120);
  return body.evaluate(probes.frameRate);
}
