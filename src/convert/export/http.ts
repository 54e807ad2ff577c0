import { isJsonType, mediaType, type Header } from '../../language/index.ts';
import { piecesOf } from '../text/marks.ts';
import type { Writer } from './model.ts';

/** Notes about the line breaks of a body that its clients change, unless they have no meaning in its type. */
function changedBreaks(content: string, headers: readonly Header[]): readonly string[] {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (isJsonType(type) || mediaType(type).startsWith('multipart/')) return [];
  return [
    ...(content.includes('\r\n') ? ['The line breaks of its body are those of the file there, not CRLF.'] : []),
    ...(/[\r\n]\s*$/.test(content) ? ['Line breaks at the end of its body are not sent there.'] : []),
  ];
}

/** A `.http` file with only what all its clients support: no assertions, no scripts. */
export const writeHttp: Writer = (requests, note) =>
  requests
    .map((r) => {
      const { method, wireUrl, body, options, httpVersion } = r.resolved;
      const say = (text: string): string => {
        if (text.includes('{{')) note(r, 'It contains {{, which starts a placeholder there.');
        return piecesOf(text)
          .map((p) => (p.kind === 'variable' ? `{{$processEnv ${p.text}}}` : p.text))
          .join('');
      };
      // A file reference must be on its own line.
      const content = body
        .map((p, i) => {
          if (p.kind === 'file') return `< ${say(p.path)}`;
          const { text } = p;
          if (/^(?:###|< |<@|> )/m.test(text)) note(r, 'A line of its body has another meaning there.');
          if ((i > 0 && !/^\r?\n/.test(text)) || (i < body.length - 1 && !text.endsWith('\n')))
            note(r, 'A file must be on its own line: the body differs.');
          return say(text);
        })
        .join('');
      for (const message of changedBreaks(content, r.headers)) note(r, message);
      return [
        `### ${r.title}`,
        ...(options.followRedirects ? [] : ['# @no-redirect']),
        `${method} ${say(wireUrl)}${httpVersion === undefined ? '' : ` HTTP/${httpVersion}`}`,
        ...r.headers.map(([n, v]) => `${n}: ${say(v)}`),
        ...(content === '' ? [] : ['', content.replaceAll('\r\n', '\n')]),
      ].join('\n');
    })
    .join('\n\n');
