let isOver = false;

/**
 * Fails a run that ends early: if both workers of mocha crash, it starts no others, and exits with 0 although files are left. Mocha calls
 * both functions once, in its main process.
 */
export function mochaGlobalSetup(): void {
  process.once('exit', () => {
    if (isOver) return;
    process.stderr.write('Mocha ended before all files had run: its workers died.\n');
    process.exitCode = 1;
  });
}

export function mochaGlobalTeardown(): void {
  isOver = true;
}
