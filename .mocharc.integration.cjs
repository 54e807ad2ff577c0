const unit = require('./.mocharc.cjs');

/** Tests that start programs, open sockets, build bundles or take longer than about a second. */
module.exports = {
  ...unit,
  require: ['./test/support/seed.ts', './test/support/wholeRun.ts'],
  spec: require('./test/integration.json'),
  ignore: [],
};
