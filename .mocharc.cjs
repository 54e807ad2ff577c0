/** `mocha` runs the unit tests. What starts a program or opens a socket is in test/integration.json. */
module.exports = {
  import: 'tsx',
  require: ['./test/support/seed.ts', './test/support/unitOnly.ts'],
  spec: ['test/**/*.test.ts'],
  ignore: ['test/editor/**', 'test/e2e/**', ...require('./test/integration.json')],
  timeout: 120_000,
  parallel: true,
  jobs: 2,
};
