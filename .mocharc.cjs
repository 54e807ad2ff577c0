/** `mocha` runs the unit tests. What starts a program or opens a socket is in test/integration.json. */
module.exports = {
  import: 'tsx',
  require: ['./test/support/seed.ts', './test/support/unitOnly.ts', './test/support/wholeRun.ts'],
  // The longest files first, so that both workers end at about the same time.
  spec: ['test/language/*.test.ts', 'test/language/*/**/*.test.ts', 'test/!(language)/**/*.test.ts', 'test/*.test.ts'],
  ignore: ['test/editor/**', 'test/e2e/**', ...require('./test/integration.json')],
  timeout: 120_000,
  parallel: true,
  jobs: 2,
};
