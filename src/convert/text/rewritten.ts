import type { BodyPart, KeySource, RequestAuth, ResolvedRequest } from '../../language/index.ts';

/** Rewrites a text; `place` is a header's name, `url` or `body`. */
export type Rewrite = (text: string, place: string) => string;

/** Rewrites all texts of a request, including credentials. */
export function rewritten(request: ResolvedRequest, rewrite: Rewrite): ResolvedRequest {
  const { auth, body, options } = request;
  const { connection } = options;
  const { proxy, certificate } = connection;
  const hasPassphrase = certificate !== undefined && certificate !== 'none' && certificate.passphrase !== undefined;
  return {
    ...request,
    method: rewrite(request.method, 'method'),
    url: rewrite(request.url, 'url'),
    wireUrl: rewrite(request.wireUrl, 'url'),
    headers: request.headers.map(([name, value]) => [rewrite(name, 'header'), rewrite(value, name)] as const),
    body: body.map((p): BodyPart =>
      p.kind === 'text' ? { kind: 'text', text: rewrite(p.text, 'body') } : { kind: 'file', path: rewrite(p.path, 'file') },
    ),
    ...(auth === undefined ? {} : { auth: rewrittenAuth(auth, rewrite) }),
    options: {
      ...options,
      connection: {
        ...connection,
        proxy: proxy === undefined ? undefined : rewrite(proxy, 'proxy'),
        certificate: hasPassphrase ? { ...certificate, passphrase: rewrite(certificate.passphrase ?? '', 'passphrase') } : certificate,
      },
    },
  };
}

function rewrittenAuth(auth: RequestAuth, rewrite: Rewrite): RequestAuth {
  const optional = (text: string | undefined, place: string): string | undefined => (text === undefined ? undefined : rewrite(text, place));
  const key = (of: KeySource): KeySource => (of.kind === 'text' ? { kind: 'text', text: rewrite(of.text, 'secret') } : of);
  switch (auth.kind) {
    case 'digest':
    case 'wsse':
      return { ...auth, user: rewrite(auth.user, 'user'), password: rewrite(auth.password, 'password') };
    case 'aws':
      return { ...auth, key: rewrite(auth.key, 'key'), secret: rewrite(auth.secret, 'secret'), token: optional(auth.token, 'token') };
    case 'jwt':
      return { ...auth, key: key(auth.key), claims: rewrite(auth.claims, 'claims'), headers: rewrite(auth.headers, 'headers') };
    case 'oauth1':
      return {
        ...auth,
        consumerKey: rewrite(auth.consumerKey, 'key'),
        key: key(auth.key),
        token: optional(auth.token, 'token'),
        tokenSecret: rewrite(auth.tokenSecret, 'secret'),
      };
    case 'hawk':
      return { ...auth, id: rewrite(auth.id, 'key'), key: rewrite(auth.key, 'secret'), ext: optional(auth.ext, 'ext') };
  }
}
