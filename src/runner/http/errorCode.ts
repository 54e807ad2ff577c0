import { errors } from 'undici';

/** The addresses that connecting was tried at. */
export function triedAddresses(error: unknown): readonly string[] {
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return all.flatMap((e) => (e instanceof Error && 'address' in e && typeof e.address === 'string' ? [e.address] : []));
}

/** The stable code of an error; of several attempts (RFC 8305) the first that has one. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) {
    for (const e of error.errors as unknown[]) {
      const code = codeOf(e);
      if (code !== undefined) return code;
    }
  }
  // undici leaves llhttp's code out. An end where none may be is the one error without octets that it points to.
  if (error instanceof errors.HTTPParserError) return 'data' in error && error.data === '' ? 'HPE_INVALID_EOF_STATE' : 'HPE';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
