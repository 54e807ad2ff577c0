import type { BodyPart } from '../../language/index.ts';
import { expression, literal, type Texts } from './literals.ts';
import type { ExportedRequest, Writer } from './model.ts';

const texts: Texts = { literal, env: (name) => `os.environ["${name}"]`, plus: ' + ' };
const say = (text: string): string => expression(text, texts);
const bytes = (p: BodyPart): string =>
  p.kind === 'file' ? `open(${say(p.path)}, "rb").read()` : `(${say(p.text)}).encode()`.replace(/^\(("(?:[^"\\]|\\.)*")\)/, '$1');

const nameOf = ({ words }: ExportedRequest): string => words.join('_');

// What is not ASCII the clients would take for Latin-1.
// oxlint-disable-next-line no-control-regex
const headerValue = (text: string): string => (/[^\0-\x7f\ufdd0\ufdd1]/.test(text) ? `(${say(text)}).encode()` : say(text));

const python =
  (library: 'requests' | 'httpx'): Writer =>
  (requests, note) => {
    const isHttpx = library === 'httpx';
    const functions = requests.map((r) => {
      const { method, wireUrl, body, auth, options } = r.resolved;
      const names = r.headers.map(([n]) => n.toLowerCase());
      if (!isHttpx && new Set(names).size < names.length) note(r, 'requests sends each header once: the last one is used.');
      const [open, close] = isHttpx ? ['[', ']'] : ['{', '}'];
      const header = ([n, v]: readonly [string, string]): string =>
        isHttpx ? `            (${say(n)}, ${headerValue(v)}),` : `            ${say(n)}: ${headerValue(v)},`;
      const digest = isHttpx ? 'httpx.DigestAuth' : 'requests.auth.HTTPDigestAuth';
      const timeout = options.timeoutMs > 0 ? String(options.timeoutMs / 1000) : isHttpx ? 'None' : '';
      return [
        '',
        `# ${r.title}`,
        `def ${nameOf(r)}():`,
        `    return ${library}.request(`,
        `        ${say(method)},`,
        `        ${say(wireUrl)},`,
        ...(r.headers.length === 0 ? [] : [`        headers=${open}`, ...r.headers.map(header), `        ${close},`]),
        ...(body.length === 0 ? [] : [`        ${isHttpx ? 'content' : 'data'}=${body.map(bytes).join(' + ')},`]),
        ...(auth?.kind === 'digest' ? [`        auth=${digest}(${say(auth.user)}, ${say(auth.password)}),`] : []),
        `        ${isHttpx ? 'follow_redirects' : 'allow_redirects'}=${options.followRedirects ? 'True' : 'False'},`,
        ...(timeout === '' ? [] : [`        timeout=${timeout},`]),
        ...(options.insecure ? ['        verify=False,'] : []),
        '    )',
        '',
      ].join('\n');
    });
    return [
      `import os\n\nimport ${library}\n`,
      ...functions,
      '',
      'if __name__ == "__main__":',
      `    for each in [${requests.map(nameOf).join(', ')}]:`,
      '        response = each()',
      '        print(response.status_code, response.text)',
    ].join('\n');
  };

export const writeRequests = python('requests');
export const writeHttpx = python('httpx');
