const unit = require('./.mocharc.cjs');

/** Tests that start programs, open sockets, build bundles or take longer than about a second. */
module.exports = {
  ...unit,
  require: ['./test/support/seed.ts', './test/support/wholeRun.ts'],
  spec: require('./test/integration.json'),
  ignore: [],
  // Some take a minute of processor time, and a busy machine takes several times as long.
  timeout: 300_000,
};
