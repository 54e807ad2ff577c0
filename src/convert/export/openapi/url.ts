import { percentDecoded } from '../../../base/text/percentDecoding.ts';
import { parseTemplate } from '../../../language/index.ts';
import { hasVariables, piecesOf, placeholderMark } from '../../text/marks.ts';
import { withPlaceholders } from '../chains.ts';
import type { ExportedRequest } from '../model.ts';
import { secretName } from '../writtenTexts.ts';

/** A parameter of a path. */
export interface PathParameter {
  readonly name: string;
  /** Decoded; undefined if it is a secret or not known. */
  readonly value: string | undefined;
}

export interface ServerDraft {
  readonly url: string;
  /** The default values of its variables. */
  readonly variables: ReadonlyMap<string, string>;
}

/** A URL split into the parts of OpenAPI. */
export interface UrlParts {
  readonly server: ServerDraft;
  /** `/users/{id}`. */
  readonly path: string;
  readonly parameters: readonly PathParameter[];
  /** As sent, without `?`; undefined values are placeholders. */
  readonly query: string;
}

const scheme = /^(?:[a-z+]+|\ufdd4\d+\ufdd5):\/\//i;
const placeholder = /\{\{[^{}]*\}\}/;

/** Whether a text contains a value unknown to the export: a secret, or a value that exists only after another request. */
export const isUnknown = (text: string): boolean => hasVariables(text) || placeholder.test(text);

/** `id` for `{{ user.id | upper }}` and `{{login.response.body.user.id}}`, `API_KEY` for `{{$secret.API_KEY}}`. */
export function parameterName(written: string): string {
  const [expression = ''] = written.replace(/^\{\{\s*[?$]*(?:secret\.|env\.)?|\s*\}\}$/g, '').split('|');
  const path = /\.response\.(?:body|headers)\.(?:.*[.[\]])?([A-Za-z_][\w-]*)/.exec(expression)?.[1] ?? expression;
  return (
    path
      .trim()
      .replace(/[^\p{L}\p{N}_-]+/gu, '_')
      .replace(/^_+|_+$/g, '') || 'value'
  );
}

/** Names that are unique within one list. */
class Names {
  readonly #taken = new Set<string>();

  take(base: string): string {
    let name = base;
    for (let i = 2; this.#taken.has(name); i++) name = `${base}_${i}`;
    this.#taken.add(name);
    return name;
  }
}

interface Written {
  /** The target with a mark for each placeholder; the mark contains its number. */
  readonly text: string;
  readonly placeholders: readonly string[];
}

function writtenTarget({ written }: ExportedRequest): Written | undefined {
  if (written === undefined) return undefined;
  const { requestLine, continuations } = written.block;
  const target = [requestLine.target, ...continuations.map((c) => c.text)].map((s) => s.text).join('');
  const placeholders: string[] = [];
  const text = parseTemplate(target)
    .parts.map((p) => (p.kind === 'text' ? p.text : placeholderMark(String(placeholders.push(p.text) - 1))))
    .join('');
  return { text, placeholders };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** A text with `{name}` for its secrets and its placeholders without a value. */
function withNames(text: string, name: (written: string, value: string | undefined) => string): string {
  return piecesOf(text)
    .map((p) =>
      p.kind === 'variable'
        ? `{${name(secretName(p.text), undefined)}}`
        : p.text.replace(/\{\{[^{}]*\}\}/g, (w) => `{${name(w, undefined)}}`),
    )
    .join('');
}

/** The written text with `{name}` for each placeholder, if it results in the sent text; else the sent text. */
function templateOf(
  marked: string | undefined,
  sent: string,
  { placeholders }: Pick<Written, 'placeholders'>,
  name: (written: string, value: string | undefined) => string,
): string {
  const pieces = marked === undefined ? [] : piecesOf(marked);
  if (!pieces.some((p) => p.kind === 'placeholder')) return withNames(sent, name);
  const form = pieces.map((p) => (p.kind === 'placeholder' ? '(.*?)' : escaped(p.text))).join('');
  const found = new RegExp(`^${form}$`, 's').exec(sent) ?? new RegExp(`^${form}$`, 's').exec(percentDecoded(sent));
  if (found === null) return withNames(sent, name);
  let at = 0;
  return pieces
    .map((p) => {
      if (p.kind !== 'placeholder') return p.text;
      const value = found[++at] ?? '';
      return `{${name(placeholders[Number(p.text)] ?? '', isUnknown(value) ? undefined : percentDecoded(value))}}`;
    })
    .join('');
}

/** The filled start of a URL, with the scheme that Req adds. */
function baseIn(sent: string, prefix: string, r: ExportedRequest, { placeholders }: Written): string | undefined {
  const values = valuesOf(r);
  const filled = piecesOf(prefix)
    .map((p) =>
      p.kind === 'placeholder' ? (values.get(placeholders[Number(p.text)] ?? '') ?? placeholders[Number(p.text)] ?? '') : p.text,
    )
    .join('');
  return [filled, `https://${filled}`, `http://${filled}`].find(
    (base) => sent.startsWith(base) && /^(?:[/?#]|$)/.test(base.endsWith('/') ? '/' : sent.slice(base.length)),
  );
}

const valuesOf = ({ written }: ExportedRequest): ReadonlyMap<string, string> =>
  new Map((written?.values ?? []).map((v) => [v.placeholder, v.text]));

/** Whether the URL begins with a variable that contains the scheme; its value is then the URL of the server. */
function holdsScheme(prefix: string, r: ExportedRequest, written: Written | undefined): boolean {
  const [first] = piecesOf(prefix);
  const value = first?.kind === 'placeholder' ? valuesOf(r).get(written?.placeholders[Number(first.text)] ?? '') : undefined;
  return value?.includes('://') ?? false;
}

function serverOf(base: string, prefix: string | undefined, written: Written | undefined): ServerDraft {
  const variables = new Map<string, string>();
  const names = new Names();
  const [sentScheme = ''] = scheme.exec(base) ?? [];
  const rest = base.slice(sentScheme.length);
  const own = prefix?.replace(scheme, '');
  const url = templateOf(own, rest, written ?? { placeholders: [] }, (placeholderText, value) => {
    const name = names.take(parameterName(placeholderText));
    variables.set(name, value ?? name);
    return name;
  });
  return { url: `${sentScheme}${url}`, variables };
}

/** Splits the URL of a request. The filled parts together are always the sent URL. */
export function urlParts(r: ExportedRequest): UrlParts {
  const sent = withPlaceholders(r.resolved.wireUrl);
  const [, whole = sent, query = ''] = /^([^?]*)(?:\?([^]*))?$/.exec(sent) ?? [];
  const written = writtenTarget(r);
  const target = written?.text ?? '';
  const [writtenScheme = ''] = scheme.exec(target) ?? [];
  const prefix = writtenScheme + (/^[^/?#]*/.exec(target.slice(writtenScheme.length))?.[0] ?? '');
  const known = written === undefined ? undefined : baseIn(whole, prefix, r, written);
  const origin = /^[a-z+]+:\/\/[^/]*/i.exec(whole)?.[0] ?? whole;
  const isFitting =
    known !== undefined && known.length >= origin.length && (whole.length > known.replace(/\/$/, '').length || known === origin);
  const base = (isFitting ? known : origin).replace(/\/$/, '');
  const isTemplate = isFitting && !holdsScheme(prefix, r, written);
  const server = serverOf(base, isTemplate ? prefix : undefined, written);
  const sentPath = whole.slice(base.length).replace(/^(?!\/)/, '/');
  const [rest = ''] = /^[^?#]*/.exec(target.slice(prefix.length)) ?? [];
  const segments = sentPath.split('/');
  const marked = rest.replace(/^(?!\/)/, '/').split('/');
  const isAligned = isFitting && marked.length === segments.length;
  const names = new Names();
  const parameters: PathParameter[] = [];
  const path = segments
    .map((segment, i) =>
      templateOf(isAligned ? marked[i] : undefined, segment, written ?? { placeholders: [] }, (placeholderText, value) => {
        const name = names.take(parameterName(placeholderText));
        parameters.push({ name, value });
        return name;
      }),
    )
    .join('/');
  return { server, path, parameters, query };
}
