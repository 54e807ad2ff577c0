/** Plays random graphs by a user or an agent; 1 where something is found where it may not be, with the smallest graph that shows it. */
import * as fc from 'fast-check';
import { TaintGraphs, taintGraph } from './taintGraphs.ts';

async function main(by: string, count: number): Promise<number> {
  const graphs = await TaintGraphs.start();
  const property = fc.asyncProperty(taintGraph, async (graph) => {
    const found = await graphs.play(graph, by === 'agent');
    if (found.length > 0) throw new Error(found.join('\n'));
  });
  const { failed, counterexample, errorInstance, seed } = await fc.check(property, { numRuns: count });
  await graphs.close();
  if (failed) process.stdout.write(`seed ${seed}\n${counterexample?.[0] ?? ''}\n${String(errorInstance)}\n`);
  return failed ? 1 : 0;
}

void main(process.argv[2] ?? 'user', Number(process.argv[3])).then((code) => process.exit(code));
