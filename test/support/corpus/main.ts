/** Plays the cases of a folder's tables and prints how many hold. Exits with 1 if any does not. */
import path from 'node:path';
import { testRunner } from '../sendRun.ts';
import { casesOf } from './play.ts';
import type { Verdict } from './table.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(folder: string): Promise<number> {
  const cases = casesOf(folder);
  if (cases.length === 0) {
    print(`There are no cases in ${folder}.`);
    return 1;
  }
  const kinds = new Map<string, Verdict['kind'][]>();
  const runner = await testRunner();
  for (const { file, case: c, play } of cases) {
    const verdict = await play(runner).catch((e: unknown): Verdict => ({
      kind: 'failed',
      why: [e instanceof Error ? (e.stack ?? '') : String(e)],
    }));
    kinds.set(file, [...(kinds.get(file) ?? []), verdict.kind]);
    if (verdict.kind !== 'passed') print(`${file} ${c.id} (${verdict.kind}): ${[verdict.why].flat().join('\n  ')}`);
  }
  await runner.dispose();
  for (const [file, all] of kinds) {
    const unknown = all.filter((kind) => kind === 'unknown').length;
    print(
      `${file.padEnd(18)} ${all.filter((kind) => kind === 'passed').length}/${all.length}${unknown > 0 ? ` (${unknown} not known to the player)` : ''}`,
    );
  }
  return [...kinds.values()].flat().every((kind) => kind === 'passed') ? 0 : 1;
}

void main(path.resolve(process.argv[2] ?? '')).then((code) => process.exit(code));
