import type { BodyPart } from '../../language/index.ts';
import { camelCase, expression, isAscii, literal, type Texts } from './literals.ts';
import type { Writer } from './model.ts';

/** Maximum characters of a string constant: a class file limits it to 65,535 bytes. */
const longest = 16_000;

/** Java expands `\u000a` before it parses strings, so control characters are written in octal. */
const quote = (text: string): string =>
  literal(text, (c) => {
    const code = c.charCodeAt(0);
    return code < 256 ? `\\${code.toString(8).padStart(3, '0')}` : `\\u${code.toString(16)}`;
  });

function quoteAll(text: string): string {
  const parts = text.match(new RegExp(`[^]{1,${longest}}(?<![\\ud800-\\udbff])`, 'g')) ?? [''];
  return parts.length === 1 ? quote(text) : `String.join("", ${parts.map(quote).join(', ')})`;
}

const texts: Texts = { literal: quoteAll, env: (name) => `System.getenv("${name}")`, plus: ' + ' };
const say = (text: string): string => expression(text, texts);
const publisher = (p: BodyPart): string =>
  p.kind === 'text' ? `BodyPublishers.ofString(${say(p.text)})` : `BodyPublishers.ofFile(Path.of(${say(p.path)}))`;

/** Java 11 with java.net.http. A body with several parts needs Java 16. */
export const writeJava: Writer = (requests, note) => {
  const methods = requests.map((r) => {
    const { method, wireUrl, body, options } = r.resolved;
    if (options.insecure) note(r, 'Certificates are checked: Java needs a trust manager to accept any.');
    const headers = r.headers.filter(([n, v]) => {
      const isOwn = /^(?:host|upgrade)$/i.test(n);
      const isSent = isAscii(v);
      if (isOwn) note(r, `Java sets ${n} itself.`);
      else if (!isSent) note(r, `Java sends only ASCII headers: ${n} is left out.`);
      return !isOwn && isSent;
    });
    const [first, second] = body;
    const published =
      first === undefined
        ? 'BodyPublishers.noBody()'
        : second === undefined
          ? publisher(first)
          : `BodyPublishers.concat(${body.map(publisher).join(', ')})`;
    return [
      `    // ${r.title}`,
      `    static HttpResponse<String> ${camelCase(r)}() throws Exception {`,
      `        HttpRequest request = HttpRequest.newBuilder(URI.create(${say(wireUrl)}))`,
      `            .method(${say(method)}, ${published})`,
      ...headers.map(([n, v]) => `            .header(${say(n)}, ${say(v)})`),
      ...(options.timeoutMs > 0 ? [`            .timeout(Duration.ofMillis(${options.timeoutMs}))`] : []),
      '            .build();',
      `        HttpClient client = HttpClient.newBuilder().followRedirects(Redirect.${options.followRedirects ? 'NORMAL' : 'NEVER'})`,
      '            .version(HttpClient.Version.HTTP_1_1).build();',
      '        return client.send(request, BodyHandlers.ofString());',
      '    }\n',
    ].join('\n');
  });
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    'import java.net.http.HttpClient.Redirect;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    'import java.nio.file.Path;',
    'import java.time.Duration;',
    '\npublic class Requests {',
    ...methods,
    '    static void print(HttpResponse<String> response) {',
    '        System.out.println(response.statusCode() + " " + response.body());',
    '    }\n',
    '    public static void main(String[] args) throws Exception {',
    ...requests.map((r) => `        print(${camelCase(r)}());`),
    '    }\n}',
  ].join('\n');
};
