import type { BodyPart } from '../../language/index.ts';
import { camelCase, expression, literal, type Texts } from './literals.ts';
import type { ExportedRequest, Writer } from './model.ts';

const texts: Texts = { literal, env: (name) => `Environment.GetEnvironmentVariable("${name}")`, plus: ' + ' };
const say = (text: string): string => expression(text, texts);
const octets = (p: BodyPart): string =>
  p.kind === 'text' ? `Encoding.UTF8.GetBytes(${say(p.text)})` : `File.ReadAllBytes(${say(p.path)})`;

const nameOf = (r: ExportedRequest): string => camelCase(r).replace('s', 'S');
const isOfContent = (name: string): boolean => /^(?:allow|expires|last-modified|content-.*)$/i.test(name);

/** C# with HttpClient, as top-level statements of .NET 6. */
export const writeCSharp: Writer = (requests) => {
  const functions = requests.map((r) => {
    const { method, wireUrl, body, options } = r.resolved;
    const handler = [
      `AllowAutoRedirect = ${String(options.followRedirects)}`,
      ...(options.insecure ? ['ServerCertificateCustomValidationCallback = (_, _, _, _) => true'] : []),
    ];
    const [first, second] = body;
    const content =
      first === undefined
        ? 'new byte[0]'
        : second === undefined
          ? octets(first)
          : `${octets(first)}${body
              .slice(1)
              .map((p) => `.Concat(${octets(p)})`)
              .join('')}.ToArray()`;
    const hasContent = first !== undefined || r.headers.some(([n]) => isOfContent(n));
    return [
      `// ${r.title}`,
      `async Task<HttpResponseMessage> ${nameOf(r)}()`,
      '{',
      `    var client = new HttpClient(new HttpClientHandler { ${handler.join(', ')} });`,
      ...(options.timeoutMs > 0 ? [`    client.Timeout = TimeSpan.FromMilliseconds(${options.timeoutMs});`] : []),
      `    var request = new HttpRequestMessage(new HttpMethod(${say(method)}), ${say(wireUrl)});`,
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
