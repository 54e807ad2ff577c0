/** For the default branch of an exhaustive switch. */
export function assertNever(x: never): never {
  throw new Error(`unexpected ${JSON.stringify(x)}`);
}
