/** Safe methods (RFC 9110 §9.2.1; QUERY: draft-ietf-httpbis-safe-method-w-body). */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
