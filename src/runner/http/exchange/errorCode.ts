export function triedAddresses(error: unknown): readonly string[] {
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return all.flatMap((e) => (e instanceof Error && 'address' in e && typeof e.address === 'string' ? [e.address] : []));
}

/** The `code` of an error; of several connection attempts (RFC 8305), the first code found. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) {
    for (const e of error.errors as unknown[]) {
      const code = codeOf(e);
      if (code !== undefined) return code;
    }
  }
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
