const { REQ_TEST_RUNS: given } = process.env;
const factor = given === 'full' ? 1 : Number(given ?? 0.25);

/**
 * Number of inputs for a property of a unit test: a quarter of `full`, or all in `npm test`, which sets `REQ_TEST_RUNS=full`. With a
 * number there, that many times as many: `REQ_TEST_RUNS=20` looks for rare failures.
 */
export const runs = (full: number): number => Math.ceil(full * factor);
