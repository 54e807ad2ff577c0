const unit = require('./.mocharc.cjs');
const files = require('./test/integration.json');

/** Each takes half a minute and more, and so begins first: as one of the last it left one worker without work. */
const first = ['test/sample/sending.test.ts', 'test/runner/taintGraphs.test.ts', 'test/cli/scale.test.ts'];

/** Tests that start programs, open sockets, build bundles or take longer than about a second. */
module.exports = {
  ...unit,
  require: ['./test/support/seed.ts', './test/support/wholeRun.ts'],
  spec: [...first, ...files.filter((name) => !first.includes(name))],
  ignore: [],
  // Some take a minute of processor time, and a busy machine takes several times as long.
  timeout: 300_000,
};
