import * as fc from 'fast-check';

// `npm test` sets another seed for each run and prints it; a number repeats the inputs of a run that failed. Mocha alone tries
// the same inputs in every run, unless REQ_TEST_SEED is `random`.
const { REQ_TEST_SEED: seed = '1' } = process.env;
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
