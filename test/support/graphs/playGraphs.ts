/** Plays random graphs as a user or an agent. Exits with 1 and the smallest failing graph if a value leaks. */
import * as fc from 'fast-check';
import { taintGraph } from './randomGraph.ts';
import { TaintGraphs } from './taintGraphs.ts';

/** With fewer graphs a kind of line may be missing by chance. */
const enoughForAllKinds = 1000;

async function main(by: string, count: number): Promise<number> {
  const graphs = await TaintGraphs.start();
  const property = fc.asyncProperty(taintGraph, async (graph) => {
    const found = await graphs.play(graph, by === 'agent');
    if (found.length > 0) throw new Error(found.join('\n'));
  });
  const { failed, counterexample, errorInstance, seed } = await fc.check(property, { numRuns: count });
  const never = count < enoughForAllKinds ? [] : graphs.neverRun();
  await graphs.close();
  if (process.env['REQ_GRAPH_COUNTS'] !== undefined) process.stdout.write(graphs.counts());
  if (failed) {
    const { text = '', data, way = '' } = counterexample?.[0] ?? {};
    const rows = data === undefined ? '' : `\n--- ${data.name}\n${data.text}`;
    process.stdout.write(`seed ${seed}, ${way}\n${text}${rows}\n${String(errorInstance)}\n`);
  }
  for (const kind of never) process.stdout.write(`${kind}\n`);
  return failed || never.length > 0 ? 1 : 0;
}

void main(process.argv[2] ?? 'user', Number(process.argv[3])).then((code) => process.exit(code));
