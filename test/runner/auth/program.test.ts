import assert from 'node:assert/strict';
import { isReqError } from '../../../src/base/reqError.ts';
import { makeFolder, type Folder } from '../../support/command.ts';
import { ProgramTokens } from '../../../src/runner/auth/tokens/programTokens.ts';
import { until } from '../../support/until.ts';

const signal = new AbortController().signal;
/** Runs Node.js as the program; `code` prints the token. */
const node = (code: string, ...args: string[]): string[] => [process.execPath, '-e', code, ...args];

describe('a token that a program prints', () => {
  let folder: Folder;
  let programs: ProgramTokens;
  let now: number;
  beforeEach(() => {
    folder = makeFolder();
    now = 0;
    programs = new ProgramTokens(() => now);
  });
  afterEach(() => folder.remove());
  const startedPid = (): Promise<number> =>
    until('the program runs', () => {
      try {
        return Number(folder.read('pid')) || undefined;
      } catch {
        return undefined;
      }
    });
  const isGone = (pid: number): Promise<boolean> =>
    until('the program is gone', () => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    });
  const get = async (argv: readonly string[], ttlMs = 0, env: readonly string[] = []): Promise<string> =>
    (await programs.get({ argv, env }, folder.path, ttlMs, signal)).text;

  it('is what it prints, without white space at the ends, run in its folder and without a shell', async () => {
    assert.equal(await get(node('console.log(" tok en \\n")')), 'tok en');
    assert.equal(await get(node('console.log(process.cwd())')), folder.path);
    assert.equal(await get(node('console.log(process.argv[1])', '$(touch x); `y` && *')), '$(touch x); `y` && *');
  });

  for (const [what, argv, said] of [
    ['is not there', ['no-such-program-here'], /No token for no-such-program-here: there is no such program\.$/],
    ['fails', node('console.error("no \\x1b[31mway"); process.exit(3)'), /it exited with 3: no ␛\[31mway$/],
    ['prints nothing', node(''), /it printed nothing\.$/],
    ['prints several lines', node('console.log("a\\nb")'), /more than one line/],
    ['prints too much', node('console.log("x".repeat(300 * 1024))'), /more than 256 KB/],
  ] as const)
    it(`is an error where the program ${what}`, () => assert.rejects(get(argv), said));

  it('is an error that names the folder where that does not exist', async () => {
    const gone = `${folder.path}/gone`;
    const failure = await programs.get({ argv: node('console.log("t")'), env: [] }, gone, 0, signal).catch((e: unknown) => e);
    assert.ok(isReqError(failure));
    assert.equal(failure.message, `No token for ${process.execPath}: its folder ${gone} does not exist.`);
    assert.equal(failure.hint, 'A program runs in the folder of the file that names it.');
  });

  it('is kept for the configured time', async () => {
    const counting = node('const fs=require("fs");fs.appendFileSync("n","x");console.log("t"+fs.readFileSync("n").length)');
    for (const [at, expected] of [
      [0, 't1'],
      [999, 't1'],
      [1000, 't2'],
    ] as const) {
      now = at;
      assert.equal(await get(counting, 1000), expected);
    }
    programs.forget();
    assert.equal(await get(counting), 't3');
    assert.equal(await get(counting), 't4');
  });

  it('has the environment of the process, but only those secrets of it that are named', async () => {
    const given = { REQ_SECRET_ONE: 'one', REQ_SECRET_TWO: 'two', req_secret_three: 'three', REQ_OTHER: 'other' };
    Object.assign(process.env, given);
    try {
      const names = Object.keys(given).map((name) => `process.env.${name}`);
      const printing = node(`console.log([${names.join(',')}, process.env.PATH !== undefined].join())`);
      assert.equal(await get(printing), ',,,other,true');
      assert.equal(await get(printing, 0, ['REQ_SECRET_TWO']), ',two,,other,true');
      assert.equal(await get(printing, 1000, ['REQ_SECRET_ONE', 'req_secret_three']), 'one,,three,other,true');
      // What one has printed is kept for no other.
      assert.equal(await get(printing, 1000), ',,,other,true');
    } finally {
      for (const name of Object.keys(given)) delete process.env[name];
    }
  });

  it('is printed once for all who wait', async () => {
    const argv = node('require("fs").appendFileSync("n","x");console.log("t")');
    await Promise.all([get(argv), get(argv), get(argv)]);
    assert.equal(folder.read('n'), 'x');
  });

  it('stops on cancellation, and the program ends with those that it has started', async () => {
    const streams = [process.stdin, process.stdout, process.stderr].map((stream) => ({ stream, isTTY: stream.isTTY }));
    for (const { stream } of streams) stream.isTTY = false;
    try {
      const stop = new AbortController();
      const inner = 'require("fs").writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1000)';
      const argv = node(`require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}]); setInterval(() => {}, 1000)`);
      const refused = assert.rejects(programs.get({ argv, env: [] }, folder.path, 0, stop.signal), /Cancelled/);
      const pid = await startedPid();
      stop.abort();
      await refused;
      await isGone(pid);
    } finally {
      for (const { stream, isTTY } of streams) stream.isTTY = isTTY;
    }
  });

  it('prints too much where a program that it has started does, and that one ends', async () => {
    const inner = 'require("fs").writeFileSync("pid", String(process.pid)); setInterval(() => process.stdout.write("x".repeat(9999)), 1)';
    const argv = node(
      `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}], { stdio: "inherit" }); setInterval(() => {}, 1000)`,
    );
    await assert.rejects(get(argv), /more than 256 KB/);
    await isGone(await startedPid());
  });

  for (const [what, code, expected] of [
    ['is what it prints', 'console.log("tok")', 'tok'],
    ['is all that it prints', 'process.stdout.write("x".repeat(60_000))', 'x'.repeat(60_000)],
  ] as const)
    it(`${what} although a daemon that it has started keeps its output open`, async () => {
      const daemon = 'require("fs").writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1000)';
      const start = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(daemon)}], { stdio: "inherit" }).unref(); ${code}`;
      try {
        assert.equal(await get(node(start)), expected);
      } finally {
        process.kill(await startedPid(), 'SIGKILL');
      }
    });

  it('stops on cancellation, and the program ends', async () => {
    const stop = new AbortController();
    const argv = node('require("fs").writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1000)');
    const waiting = programs.get({ argv, env: [] }, folder.path, 0, stop.signal);
    const refused = assert.rejects(waiting, /Cancelled/);
    const pid = await startedPid();
    stop.abort();
    await refused;
    await isGone(pid);
  });
});
