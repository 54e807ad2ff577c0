import type { GalleryEditor } from './editor.ts';

/** Placeholders without a value, with their actions. */
export const unresolved = (editor: GalleryEditor): void => {
  editor.start({ method: 'GET', url: '{{host}}/users/{{usr.id}}?from={{login.response.body.id}}' });
  const place = (line: number, column: number) => ({ file: '/home/ada/shop/users.req', line, column });
  editor.finish('failed', {
    failure: {
      kind: 'undefined-variable',
      message: 'Nothing was sent: 3 placeholders have no value.\nline 12: …',
      hint: null,
      at: place(12, 5),
      problems: [
        {
          message: '{{host}}: host is not defined. The environment dev defines it: choose it, or define it as `@host = …`.',
          at: place(12, 5),
        },
        { message: '{{usr.id}}: usr is not defined: did you mean user?', at: place(12, 20) },
        {
          message: '{{login.response.body.id}}: login has not been sent yet: send it first, then its response can be used',
          at: place(13, 9),
        },
      ],
    },
  });
  editor.fixes([
    { problem: 0, title: 'Choose Environment dev' },
    { problem: 0, title: 'Define host in this file' },
    { problem: 0, title: 'Define host in collection.req' },
    { problem: 1, title: 'Change usr to user' },
    { problem: 1, title: 'Define usr in this file' },
    { problem: 2, title: 'Send login First' },
    { problem: 2, title: 'Fall back to an empty text' },
  ]);
};

/** An untrusted certificate. */
export const certificate = (editor: GalleryEditor): void => {
  editor.start({ method: 'GET', url: 'https://127.0.0.1:8443/users' });
  editor.finish('failed', {
    failure: {
      kind: 'tls',
      message: 'The certificate of 127.0.0.1:8443 is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). It was issued to CN=localhost by itself.',
      hint: 'If it is the right certificate, trust it. To send this request anyway, add # @insecure to it.',
      at: { file: '/home/ada/shop/users.req', line: 12, column: 5 },
    },
  });
  editor.fixes([
    { problem: null, title: 'Trust This Certificate' },
    { problem: null, title: 'Add @insecure' },
  ]);
};
