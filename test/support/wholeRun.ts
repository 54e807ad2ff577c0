let isOver = false;

/**
 * Fails a run that ends early: if both workers of mocha die, it starts no other, and ends with exit code 0 while files wait.
 * Mocha calls both functions once, in its main process.
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
