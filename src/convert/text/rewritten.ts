import type { BodyPart, ResolvedRequest } from '../../language/index.ts';

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
    ...(auth === undefined
      ? {}
      : auth.kind === 'digest'
        ? { auth: { ...auth, user: rewrite(auth.user, 'user'), password: rewrite(auth.password, 'password') } }
        : {
            auth: {
              ...auth,
              key: rewrite(auth.key, 'key'),
              secret: rewrite(auth.secret, 'secret'),
              token: auth.token === undefined ? undefined : rewrite(auth.token, 'token'),
            },
          }),
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
