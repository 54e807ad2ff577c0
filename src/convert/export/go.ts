import { headerValue } from '../../base/text/headerValue.ts';
import type { BodyPart } from '../../language/index.ts';
import { camelCase, expression, literal, type Texts } from './literals.ts';
import type { Writer } from './model.ts';

const texts: Texts = { literal, env: (name) => `os.Getenv("${name}")`, plus: ' + ' };
const say = (text: string): string => expression(text, texts);
const bytes = (p: BodyPart): string => (p.kind === 'text' ? say(p.text) : `read(${say(p.path)})`);

/** Go with net/http. */
export const writeGo: Writer = (requests) => {
  const functions = requests.map((r) => {
    const { method, wireUrl, body, options } = r.resolved;
    const client = [
      ...(options.timeoutMs > 0 ? [`Timeout: ${options.timeoutMs} * time.Millisecond`] : []),
      ...(options.followRedirects ? [] : ['CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }']),
      ...(options.insecure ? ['Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}'] : []),
    ];
    const values = new Map<string, string[]>();
    for (const [n, v] of r.headers) if (n.toLowerCase() !== 'host') values.set(n, [...(values.get(n) ?? []), say(v)]);
    const host = headerValue(r.headers, 'host');
    return [
      `// ${r.title}`,
      `func ${camelCase(r)}() (*http.Response, error) {`,
      `\trequest, err := http.NewRequest(${say(method)}, ${say(wireUrl)}, ${body.length === 0 ? 'nil' : `strings.NewReader(${body.map(bytes).join(' + ')})`})`,
      '\tif err != nil {\n\t\treturn nil, err\n\t}',
      // Set would change the case of the name.
      ...Array.from(values, ([n, all]) => `\trequest.Header[${say(n)}] = []string{${all.join(', ')}}`),
      ...(host === undefined ? [] : [`\trequest.Host = ${say(host)}`]),
      `\tclient := &http.Client{${client.join(', ')}}`,
      '\treturn client.Do(request)',
      '}',
    ].join('\n');
  });
  const all = requests.map((r) => r.resolved);
  const files = all.some((r) => r.body.some((p) => p.kind === 'file'));
  const imports = [
    ['crypto/tls', all.some((r) => r.options.insecure)],
    ['fmt', true],
    ['io', true],
    ['net/http', true],
    ['os', files || functions.some((f) => f.includes('os.Getenv("REQ_SECRET_'))],
    ['strings', all.some((r) => r.body.length > 0)],
    ['time', all.some((r) => r.options.timeoutMs > 0)],
  ] as const;
  const read =
    'func read(path string) string {\n\tdata, err := os.ReadFile(path)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\treturn string(data)\n}';
  return [
    'package main',
    `import (\n${imports.flatMap(([name, used]) => (used ? [`\t"${name}"`] : [])).join('\n')}\n)`,
    ...functions,
    ...(files ? [read] : []),
    [
      'func main() {',
      `\tfor _, each := range []func() (*http.Response, error){${requests.map(camelCase).join(', ')}} {`,
      '\t\tresponse, err := each()',
      '\t\tif err != nil {\n\t\t\tpanic(err)\n\t\t}',
      '\t\tbody, _ := io.ReadAll(response.Body)',
      '\t\tresponse.Body.Close()',
      '\t\tfmt.Println(response.Status, string(body))',
      '\t}',
      '}',
    ].join('\n'),
  ].join('\n\n');
};
