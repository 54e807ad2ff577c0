import * as fc from 'fast-check';
import { runs } from './runs.ts';

// `npm test` sets another seed for each run and prints it; a number repeats the inputs of a run that failed. Mocha alone tries
// the same inputs in every run, unless REQ_TEST_SEED is `random`.
const { REQ_TEST_SEED: seed = '1' } = process.env;
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

// Properties that name no number have 100 inputs, and more if REQ_TEST_RUNS asks for more.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: Math.max(100, runs(100)) });
