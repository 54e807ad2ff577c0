// Clocks and a table.
import fs from 'node:fs';

/** Milliseconds of the fastest of several runs, because disturbances only make a run slower. */
export function best(work, { runs = 100, forMs = 1500 } = {}) {
  let least = Number.POSITIVE_INFINITY;
  const end = performance.now() + forMs;
  for (let i = 0; i < Math.min(5, runs) || (i < runs && performance.now() < end); i++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** The same for work too short for the clock: repeats it within a run and returns the time of one repetition. */
export const bestOfMany = (times, work) =>
  best(() => {
    for (let i = 0; i < times; i++) work();
  }) / times;

/** Returns a function that returns the share of processor time used by other virtual machines since this call: `steal` of proc(5). */
export function stolen() {
  const read = () => {
    const [, ...times] = fs.readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).map(Number);
    return { all: times.slice(0, 8).reduce((sum, time) => sum + time, 0), taken: times[7] ?? 0 };
  };
  if (process.platform !== 'linux') return () => '';
  const before = read();
  return () => {
    const { all, taken } = read();
    const share = (100 * (taken - before.taken)) / Math.max(1, all - before.all);
    return `Other machines on this hardware took ${share.toFixed(1)} % of the processors' time meanwhile.`;
  };
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Milliseconds of the fastest of three, after a warm-up. */
async function bestOf(work, times = 3) {
  await work();
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) least = Math.min(least, await work());
  return least;
}

/** Milliseconds of processor time of all threads of this process. */
export const cpu = (work) =>
  bestOf(async () => {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });

/** A computed goal has two significant figures; others are shown as written. */
const shownGoal = (goal) => (String(goal).length > 6 ? Number(goal.toPrecision(2)) : goal);

export class Table {
  #rows = [];
  #later = [];

  /**
   * A row that compares with the minimum work for the same result.
   * @param peers milliseconds by name, each measured after Req is, because loaded peers slow it down
   */
  ratio(work, limit, taken, goal, peers = {}) {
    const times = (ms) => `${ms / limit >= 100 ? Math.round(ms / limit) : (ms / limit).toFixed(1)}×`;
    const row = this.#push(
      work,
      `${limit.toPrecision(3)} ms`,
      `${taken.toPrecision(3)} ms = ${times(taken)}`,
      goal && `≤ ${goal}×`,
      taken / limit <= goal,
    );
    this.#later.push(async (load) => {
      const beside = [];
      for (const [name, measure] of Object.entries(peers)) {
        const ms = await measure(load);
        beside.push(`${name} ${ms === undefined ? 'not installed' : times(ms)}`);
      }
      row.peers = beside.join(', ');
    });
  }

  /** A row with an absolute goal. */
  absolute(work, taken, goal, unit) {
    this.#push(work, '', `${taken.toPrecision(3)} ${unit}`, `≤ ${shownGoal(goal)} ${unit}`, taken <= goal);
  }

  /** The same beside the minimum work. If that alone takes most of the goal, the ratio to it counts. */
  absoluteBeside(work, limit, taken, goal, times, unit) {
    const shown = (value) => `${value.toPrecision(3)} ${unit}`;
    this.#push(work, shown(limit), shown(taken), `≤ ${goal} ${unit} or ${times}×`, taken <= Math.max(goal, times * limit));
  }

  /** A row that must reach its goal, or a multiple of a lower limit. */
  atLeastBeside(work, limit, taken, goal, times, unit) {
    const shown = (value) => `${value.toPrecision(3)} ${unit}`;
    this.#push(work, shown(limit), shown(taken), `≥ ${goal} ${unit} or ${times}×`, taken >= Math.min(goal, times * limit));
  }

  /** Measures the peers of the rows. `load` returns a package, or undefined. */
  async besidePeers(load) {
    for (const measure of this.#later) await measure(load);
  }

  #push(work, limit, req, goal, passes) {
    const row = { work, limit, Req: req, goal: goal ?? '', '': goal ? (passes ? 'pass' : 'MISS') : '', peers: '' };
    this.#rows.push(row);
    return row;
  }

  print(title) {
    const columns = Object.keys(this.#rows[0] ?? {});
    const width = (c) => Math.max(c.length, ...this.#rows.map((r) => r[c].length));
    const line = (cells) =>
      console.log(
        columns
          .map((c) => cells[c].padEnd(width(c)))
          .join('  ')
          .trimEnd(),
      );
    console.log(`\n${title}`);
    line(Object.fromEntries(columns.map((c) => [c, c])));
    for (const row of this.#rows) line(row);
  }
}
