import { setFlagsFromString } from 'node:v8';

/** Requests from which early optimization pays off. */
const longRun = 2000;
/** Bytes of bytecode that a function runs before V8 considers optimizing it: eight times the default of Node.js 20. */
const budget = 8 * 132 * 1024;

/**
 * Lets V8 optimize functions later in a run that ends before optimizing them pays off. Optimizing early takes a third of the processor
 * time of 1,000 requests; in 10,000 it saves more than it takes. Call before requests are sent.
 */
export function optimizeFor(requests: number): void {
  if (requests < longRun) setFlagsFromString(`--interrupt-budget=${budget}`);
}
