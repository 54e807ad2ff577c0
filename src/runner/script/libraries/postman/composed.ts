import { kit } from '../kit.ts';
import { pairsOf, queryText, readQuery, textOf, type Pair } from './pairs.ts';

/** The URL of a text, of an object with its parts, or of one that is a URL, such as `pm.request.url`. */
export function urlText(url: unknown): string {
  if (typeof url !== 'object' || url === null) return String(url);
  const { raw, protocol = 'http', host, port, path, query } = url as Readonly<Record<string, unknown>>;
  if (typeof raw === 'string') return raw;
  // oxlint-disable-next-line typescript/no-base-to-string -- a class of its own
  if (host === undefined || url.toString !== Object.prototype.toString) return String(url);
  const text = joinedUrl({ protocol, host, port, path });
  const pairs = query === undefined ? '' : queryText(typeof query === 'string' ? readQuery(query) : pairsOf(query));
  return pairs === '' ? text : `${text}?${pairs}`;
}

/** The URL of its parts, without query. Lists are joined; without a protocol the host begins it. */
export function joinedUrl({ protocol, host, port, path }: Readonly<Record<'protocol' | 'host' | 'port' | 'path', unknown>>): string {
  const joined = (part: unknown, by: string): string => (Array.isArray(part) ? part.join(by) : textOf(part));
  const scheme = textOf(protocol).replace(/:?\/*$/, '');
  const authority = joined(host, '.') + (textOf(port) === '' ? '' : `:${textOf(port)}`);
  return `${scheme === '' ? '' : `${scheme}://`}${authority}/${joined(path, '/').replace(/^\//, '')}`;
}

/** The JSON of a GraphQL request. */
export function graphqlText(given: unknown): string {
  if (typeof given === 'string') return JSON.stringify({ query: given });
  const { query = '', variables, operationName } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const values: unknown = typeof variables === 'string' ? (variables.trim() === '' ? undefined : JSON.parse(variables)) : variables;
  return JSON.stringify({ query, variables: values, operationName });
}

/**
 * A form in parts (RFC 7578), of texts.
 * @param who what is called, for the error
 * @param filled fills in placeholders
 * @throws {TypeError} for a file
 */
export function multipart(
  who: string,
  pairs: readonly Pair[],
  filled: (text: string) => string,
): { readonly text: string; readonly type: string } {
  const boundary = `form-${kit().tool.uuid()}`;
  const name = (key: string): string => filled(key).replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const parts = pairs.map((pair) => {
    if ((pair as { readonly type?: string }).type === 'file')
      throw new TypeError(`${who} cannot send a file: write the form in a request, and send it with tool.send(name).`);
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name(pair.key)}"\r\n\r\n${filled(String(pair.value))}\r\n`;
  });
  return { text: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}
