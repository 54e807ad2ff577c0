const operators: Readonly<Record<string, string>> = { '===': '==', '!==': '!=', includes: 'contains' };
const known = /^(?:==|!=|<=?|>=?|contains|startsWith|endsWith|matches|in|exists|isNumber|isString|isBoolean|isArray)$/;

/** Rewrites `?? js` with a path into the response, which is the most common form, to the equivalent subject. */
const withoutJavaScript = (line: string): string =>
  line
    .replace(/^\?\?\s*js\s+response\.parsedBody(?=[.[])((?:\.[\w$]+|\[(?:\d+|"[^"\]]*"|'[^'\]]*')\])+)(?=\s)/, '?? body $1')
    .replace(/^\?\?\s*js\s+response\.statusCode(?=\s)/, '?? status')
    .replace(/^\?\?\s*js\s+response\.headers(?:\.(\w+)|\[(["'])([\w-]+)\2\])(?=\s)/, '?? header $1$3');

/** Converts an assertion of httpYac; undefined if Req has no equivalent. */
export function assertionOf(line: string): string | undefined {
  const m = /^\?\?\s*(status|body|header|duration)\b\s*([^]*)$/.exec(withoutJavaScript(line));
  if (m === null) return undefined;
  const [, subject = '', rest = ''] = m;
  const words = rest.trim().split(/\s+/);
  const at = words.findIndex((w) => known.test(operators[w] ?? w) || w === 'isTrue' || w === 'isFalse');
  if (at < 0) return undefined;
  const path = words.slice(0, at).join(' ');
  const written = words[at] ?? '';
  const operator = operators[written] ?? written;
  const value = words.slice(at + 1).join(' ');
  if (subject === 'header' ? !/^\S+$/.test(path) : subject === 'body' ? /\s/.test(path) : path !== '') return undefined;
  const left =
    subject === 'header' ? `header ${path}` : subject === 'body' && path !== '' ? `body${/^[.[]/.test(path) ? '' : '.'}${path}` : subject;
  if (operator === 'isTrue' || operator === 'isFalse') return `?? ${left} == ${operator === 'isTrue'}`;
  if (/^(?:exists|is[A-Z]\w*)$/.test(operator)) return value === '' ? `?? ${left} ${operator}` : undefined;
  return value === '' ? undefined : `?? ${left} ${operator} ${value}`;
}
