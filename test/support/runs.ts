const isFull = process.env['REQ_TEST_RUNS'] === 'full';

/** Number of inputs for a property of a unit test: `full` in `npm test`, which sets `REQ_TEST_RUNS=full`, else a quarter. */
export const runs = (full: number): number => (isFull ? full : Math.ceil(full / 4));
