const isFull = process.env['REQ_TEST_RUNS'] === 'full';

/** How many inputs a property of a unit test tries: `full` in `npm test`, which sets `REQ_TEST_RUNS=full`, else a quarter. */
export const runs = (full: number): number => (isFull ? full : Math.ceil(full / 4));
