import type { BodyPart } from '../../language/index.ts';
import { camelCase, expression, isAscii, literal, type Texts } from './literals.ts';
import type { ExportedRequest, Writer } from './model.ts';

const texts: Texts = { literal, env: (name) => `Environment.GetEnvironmentVariable("${name}")`, plus: ' + ' };
const say = (text: string): string => expression(text, texts);
const bytes = (p: BodyPart): string => (p.kind === 'text' ? `Encoding.UTF8.GetBytes(${say(p.text)})` : `File.ReadAllBytes(${say(p.path)})`);

const nameOf = (r: ExportedRequest): string => camelCase(r).replace('s', 'S');
/** Whether .NET sends a header only as part of the content. */
export const isOfContent = (name: string): boolean => /^(?:allow|expires|last-modified|content-.*)$/i.test(name);

const urlOf = (url: string): string =>
  isUrlKept(url) ? say(url) : `new Uri(${say(url)}, new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true })`;

/** Whether .NET sends a URL unchanged: it removes `.` and `..` from paths and normalizes percent-encoding. */
export function isUrlKept(url: string): boolean {
  const [path = '', query = ''] = url
    .replace(/\ufdd0[^\ufdd1]*\ufdd1/g, 'x')
    .replace(/^[a-z+]+:\/\/[^/?]*/i, '')
    .split('?', 2);
  return (
    !/\/\.\.?(?:\/|$)/.test(path) &&
    !/%(?![\da-f]{2})|%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])|[^!#-;=?-[\]_a-z~]/i.test(path + query)
  );
}

/** C# with HttpClient, as top-level statements of .NET 6. */
export const writeCSharp: Writer = (requests, note) => {
  const functions = requests.map((r) => {
    const { method, wireUrl, body, options } = r.resolved;
    // HttpClientHandler sends only ASCII headers.
    const isPlain = r.headers.every(([, v]) => isAscii(v));
    const any = '(_, _, _, _) => true';
    const handler = [
      `AllowAutoRedirect = ${String(options.followRedirects)}`,
      ...(isPlain ? [] : ['RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8']),
      ...(!options.insecure
        ? []
        : [
            isPlain
              ? `ServerCertificateCustomValidationCallback = ${any}`
              : `SslOptions = { RemoteCertificateValidationCallback = ${any} }`,
          ]),
    ];
    const names = r.headers.map(([n]) => n.toLowerCase());
    if (new Set(names).size < names.length) note(r, 'C# joins repeated headers into one.');
    const [first, second] = body;
    const content =
      first === undefined
        ? 'new byte[0]'
        : second === undefined
          ? bytes(first)
          : `${bytes(first)}${body
              .slice(1)
              .map((p) => `.Concat(${bytes(p)})`)
              .join('')}.ToArray()`;
    const hasContent = first !== undefined || r.headers.some(([n]) => isOfContent(n));
    return [
      `// ${r.title}`,
      `async Task<HttpResponseMessage> ${nameOf(r)}()`,
      '{',
      `    var client = new HttpClient(new ${isPlain ? 'HttpClientHandler' : 'SocketsHttpHandler'} { ${handler.join(', ')} });`,
      ...(options.timeoutMs > 0 ? [`    client.Timeout = TimeSpan.FromMilliseconds(${options.timeoutMs});`] : []),
      `    var request = new HttpRequestMessage(new HttpMethod(${say(method)}), ${urlOf(wireUrl)});`,
      ...(hasContent ? [`    request.Content = new ByteArrayContent(${content});`] : []),
      ...r.headers.map(([n, v]) => `    request.${isOfContent(n) ? 'Content.' : ''}Headers.TryAddWithoutValidation(${say(n)}, ${say(v)});`),
      '    return await client.SendAsync(request);',
      '}',
    ].join('\n');
  });
  return [
    'using System.Text;',
    [
      `foreach (var each in new Func<Task<HttpResponseMessage>>[] { ${requests.map(nameOf).join(', ')} })`,
      '{',
      '    var response = await each();',
      '    Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
      '}',
    ].join('\n'),
    ...functions,
  ].join('\n\n');
};
