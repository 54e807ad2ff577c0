/** Algorithms of `# @auth jwt` and `tool.jwt` (RFC 7518 §3.1, RFC 8037). */
export const jwtAlgorithms = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

/** Signature methods of `# @auth oauth1` (RFC 5849 §3.4, and their successors with SHA-2). */
export const oauth1Methods = ['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512', 'PLAINTEXT'] as const;

export type OAuth1Method = (typeof oauth1Methods)[number];

/** Unsupported kinds of authentication, with the reason. */
export const unsupportedAuth: ReadonlyMap<string, string> = new Map(
  ['ntlm', 'negotiate', 'kerberos'].map((kind) => [
    kind,
    `Req cannot sign in with ${kind === 'ntlm' ? 'NTLM' : 'Negotiate'}. Use another kind if the server offers one, or a local proxy that signs in, with @proxy.`,
  ]),
);
