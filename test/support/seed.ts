import * as fc from 'fast-check';

// Every run of the suites tries the same inputs, so that only a change makes a property fail. REQ_TEST_SEED=random looks
// for inputs nobody has tried, and a number tries those of a run that failed.
const { REQ_TEST_SEED: seed = '1' } = process.env;
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
