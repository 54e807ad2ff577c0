import { lineBreakOf, type Range } from '../../../base/text/text.ts';
import { authEntry, authentications, type AuthEntry, type AuthKind } from '../../catalog/authCatalog.ts';
import { mediaType } from '../../semantics/request/requestBody.ts';
import { boundaryOf } from '../../semantics/request/fileMentions.ts';
import type { DocumentTree, RequestBlock } from '../../syntax/nodes.ts';
import { guessContentType } from '../diagnostics/contentTypeGuess.ts';
import { endOfHeadLines } from './headLines.ts';
import { addParameterEdit } from './requestParts.ts';

/** A text to insert, with tab stops as in a snippet: `$1`, `${1:name}`. */
export interface SnippetEdit {
  readonly range: Range;
  readonly snippet: string;
}

/** Escapes a text for a snippet. */
const snippetText = (text: string): string => text.replaceAll(/[\\$}]/g, (c) => `\\${c}`);

/** Inserts `?name=value` or `&name=value`, with tab stops, after the other parameters. */
export function parameterSnippet(tree: DocumentTree, block: RequestBlock): SnippetEdit {
  const mark = 'name=value';
  const { range, newText } = addParameterEdit(tree, block, mark);
  return { range, snippet: snippetText(newText).replace(mark, '${1:name}=${2:value}') };
}

/** A kind of `# @auth` for a list. */
export interface AuthChoice extends Pick<AuthEntry, 'kind' | 'summary'> {
  /** The arguments, with default names for those that are secrets. */
  readonly words: readonly { readonly summary: string; readonly secret: string | undefined }[];
}

/** All kinds of `# @auth`. */
export const authChoices = (): readonly AuthChoice[] =>
  authentications.map((entry) => {
    const written = entry.form.split(' ').slice(3);
    const words = entry.words.map(({ summary }, i) => ({ summary, secret: secretOf(written[i]) }));
    const options = neededOptions(entry).map(({ name, summary }) => ({
      summary,
      secret: secretOf(written.find((w) => w.startsWith(`${name}=`))?.slice(name.length + 1)),
    }));
    return { kind: entry.kind, summary: entry.summary, words: [...words, ...options] };
  });

const secretOf = (word: string | undefined): string | undefined => /^\{\{\$secret\.(\w+)\}\}$/.exec(word ?? '')?.[1];

/** The first of several options of which one is required. */
const neededOptions = ({ oneOf: [name] = [], options }: AuthEntry): AuthEntry['options'] => options.filter((o) => o.name === name);

/**
 * Writes `# @auth`, replacing the request's own.
 * @param words the text of each argument, or undefined for a tab stop
 */
export function authSnippet(tree: DocumentTree, block: RequestBlock, kind: AuthKind, words: readonly (string | undefined)[]): SnippetEdit {
  const entry = authEntry(kind);
  let stop = 0;
  const stopAt = (name: string): string => `\${${++stop}:${snippetText(name)}}`;
  const algorithm = kind === 'jwt' ? [`alg=${stopAt('HS256')}`] : [];
  const wordAt = (name: string, i: number): string => {
    const word = words[i];
    return word === undefined
      ? stopAt(name.toLowerCase())
      : snippetText(/[\s"]/.test(word) && !word.startsWith('{{') ? JSON.stringify(word) : word);
  };
  const positional = entry?.words ?? [];
  const written = positional.map(({ name }, i) => wordAt(name, i));
  if (entry !== undefined)
    for (const [i, { name }] of neededOptions(entry).entries()) written.push(`${name}=${wordAt(name, positional.length + i)}`);
  if (kind === 'jwt') written.push(`claims='{${stopAt('"sub": "me"')}}'`);
  if (kind === 'command') written.push(`argv=[${stopAt('"gcloud", "auth", "print-access-token"')}]`);
  const argument = [kind, ...algorithm, ...written].join(' ');
  const known = block.directives.findLast((d) => d.name.text === 'auth');
  if (known !== undefined) {
    const { argument: old, name } = known;
    return old === undefined
      ? { range: { start: name.end, end: name.end }, snippet: ` ${argument}` }
      : { range: { start: old.start, end: old.end }, snippet: argument };
  }
  const last = block.directives.findLast((d) => d.range.end <= block.requestLine.range.start);
  const start =
    last?.range.end ?? Math.min(...[...block.definitions, ...block.preScripts, block.requestLine].map((node) => node.range.start));
  return { range: { start, end: start }, snippet: `# @auth ${argument}${lineBreakOf(tree.text)}` };
}

export type FormKind = 'urlencoded' | 'multipart';

/** The media types of forms. */
export const formTypes: Readonly<Record<FormKind, string>> = {
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
};

/** The form in the body of a request: `none` if there is no body yet, `other` if the body is not a form that can be extended. */
export function formOf(block: RequestBlock): FormKind | 'none' | 'other' {
  const type = block.headers.findLast((h) => h.name.text.toLowerCase() === 'content-type');
  const value = type?.values.map((v) => v.text).join(' ') ?? '';
  if (value.trim() === '') return block.body === undefined ? 'none' : 'other';
  const media = mediaType(value);
  if (media === formTypes.urlencoded) return 'urlencoded';
  return media === formTypes.multipart && boundaryOf(block) !== undefined ? 'multipart' : 'other';
}

/** A field of a form, with tab stops for its name and value, or a file. `path` is relative to the request file. */
export type FormField = { readonly kind: 'field' } | { readonly kind: 'file'; readonly path: string };

/** Adds a field to a form. Without a form, a header `Content-Type` and a body are added. `boundary` is for a new multipart body. */
export function formSnippet(tree: DocumentTree, block: RequestBlock, form: FormKind, field: FormField, boundary: string): SnippetEdit {
  const eol = lineBreakOf(tree.text);
  const known = boundaryOf(block);
  const limit = known ?? boundary;
  const part = form === 'urlencoded' ? '${1:name}=${2:value}' : partLines(field, snippetText(limit)).join(eol);
  const { body } = block;
  if (body !== undefined) return form === 'urlencoded' ? afterFields(block, part, eol) : beforeEnd(tree, block, part, limit, eol);
  const type = form === 'urlencoded' ? formTypes.urlencoded : `${formTypes.multipart}; boundary=${boundary}`;
  const hasType = formOf(block) !== 'none';
  const end = endOfHeadLines(block);
  const isEnded = /[\r\n]/.test(tree.text.charAt(end - 1));
  const closing = form === 'multipart' ? `${eol}--${snippetText(limit)}--` : '';
  const text = `${hasType ? '' : `Content-Type: ${snippetText(type)}${eol}`}${eol}${part}${closing}`;
  return { range: { start: end, end }, snippet: isEnded ? `${text}${eol}` : `${eol}${text}` };
}

function afterFields({ body }: RequestBlock, part: string, eol: string): SnippetEdit {
  const { end = 0, text = '' } = body?.text ?? {};
  return { range: { start: end, end }, snippet: text.trim() === '' || text.endsWith('&') ? part : `${eol}&${part}` };
}

/** Inserts a part above the line that ends a multipart body; adds that line if it is missing. */
function beforeEnd(tree: DocumentTree, { body }: RequestBlock, part: string, limit: string, eol: string): SnippetEdit {
  const { start = 0, end = 0 } = body?.text ?? {};
  const closing = `--${limit}--`;
  const text = tree.text.slice(start, end);
  const at = text.startsWith(closing) ? 0 : text.lastIndexOf(`\n${closing}`) + 1;
  if (at > 0 || text.startsWith(closing)) return { range: { start: start + at, end: start + at }, snippet: `${part}${eol}` };
  return { range: { start: end, end }, snippet: `${eol}${part}${eol}${snippetText(closing)}` };
}

function partLines(field: FormField, limit: string): readonly string[] {
  const head = `--${limit}`;
  if (field.kind === 'field') return [head, 'Content-Disposition: form-data; name="${1:name}"', '', '${2:value}'];
  const fileName = snippetText(field.path.slice(field.path.lastIndexOf('/') + 1).replaceAll('"', '%22'));
  return [
    head,
    `Content-Disposition: form-data; name="\${1:file}"; filename="${fileName}"`,
    `Content-Type: ${guessContentType(`< ${field.path}`)}`,
    '',
    `< ${snippetText(field.path)}`,
  ];
}
