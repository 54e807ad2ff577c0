import { headerValue } from '../../base/text/headerValue.ts';
import { isJsonType, mediaType, type Header } from '../../language/index.ts';
import { piecesOf } from '../text/marks.ts';
import type { Writer } from './model.ts';

const typeOf = (headers: readonly Header[]): string => headerValue(headers, 'content-type') ?? '';

const isForm = (headers: readonly Header[]): boolean => mediaType(typeOf(headers)) === 'application/x-www-form-urlencoded';

/** Notes about the white space of a body that its clients change, unless it has no meaning in its type. */
function changedSpace(content: string, headers: readonly Header[]): readonly string[] {
  if (/^\s+$/.test(content)) return ['Its body of white space is not sent there.'];
  const type = typeOf(headers);
  if (isJsonType(type) || mediaType(type).startsWith('multipart/')) return [];
  return [
    ...(content.includes('\r\n') ? ['The line breaks of its body are those of the file there, not CRLF.'] : []),
    ...(/\r(?!\n)/.test(content) ? ['The carriage returns of its body are line breaks there.'] : []),
    ...(/[\r\n]\s*$/.test(content) ? ['Line breaks at the end of its body are not sent there.'] : []),
  ];
}

/**
 * The start of a line in a body that some client of `.http` files reads as something else: a separator, a comment, a variable, a file, a
 * script, an assertion, a response, a request.
 */
const special =
  /^([^\S\r\n]*)(#|\/(?=\/)|@(?=[^\s=]+[^\S\r\n]*=)|\?(?=\?)|<(?=@|>?\s)|>|H(?=TTP\/)|[A-Z](?=[A-Z]+[^\S\r\n]+(?:https?:|\/)))/gm;

/** Variables for these characters, because no client has an escape. */
const names: Readonly<Record<string, string>> = {
  '#': 'number_sign',
  '/': 'slash',
  '@': 'at_sign',
  '?': 'question_mark',
  '<': 'less_than',
  '>': 'greater_than',
};

const variableOf = (character: string): string => names[character] ?? `letter_${character.toLowerCase()}`;

/** A `.http` file with only what all its clients support: no assertions, no scripts. */
export const writeHttp: Writer = (requests, note) => {
  const used = new Set<string>();
  const written = requests
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
          if ((body[i - 1]?.kind === 'file' && !/^\r?\n/.test(text)) || (body[i + 1]?.kind === 'file' && !text.endsWith('\n')))
            note(r, 'A file must be on its own line: the body differs.');
          // Some clients encode the values of variables in a form.
          if (isForm(r.headers)) {
            if (text.search(special) >= 0) note(r, 'A line of its body has another meaning there.');
            return say(text);
          }
          return say(text).replaceAll(special, (_, space: string, character: string) => {
            used.add(character);
            return `${space}{{${variableOf(character)}}}`;
          });
        })
        .join('');
      for (const message of changedSpace(content, r.headers)) note(r, message);
      return [
        `### ${r.title}`,
        ...(options.followRedirects ? [] : ['# @no-redirect']),
        `${method} ${say(wireUrl)}${httpVersion === undefined ? '' : ` HTTP/${httpVersion}`}`,
        ...r.headers.map(([n, v]) => `${n}: ${say(v)}`),
        ...(content === '' ? [] : ['', content.replaceAll('\r\n', '\n')]),
      ].join('\n');
    })
    .join('\n\n');
  const definitions = Array.from(used, (character) => `@${variableOf(character)} = ${character}\n`).join('');
  return definitions === '' ? written : `${definitions}\n${written}`;
};
